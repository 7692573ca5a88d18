// Requests the program, and shows failures that page.js cannot show because it did not load. It is a classic script, which old
// browsers also run. It runs before there is a body.

// A frame of another page that waits for a press (embed.js) requests nothing before that. The frame of an element comes after one.
function preload() {
    var preloads = document.getElementById('preloads');
    var waits = /[?&]embed=(?!0(&|$)|element(&|$))/.test(location.search);
    if (preloads && preloads.content && !waits) {
        document.head.appendChild(preloads.content);
    }
}
preload();

function showEarlyFailure(title, words, report) {
    document.body.dataset.state = 'failed';
    document.getElementById('problem').hidden = false;
    document.getElementById('problem-title').textContent = title;
    document.getElementById('problem-words').textContent = words;
    document.getElementById('problem-report').textContent = report;
    document.getElementById('problem-copy').hidden = true;
    document.getElementById('problem-reload').onclick = function () { location.reload(); };
}
addEventListener('error', function (event) {
    var script = event.target && event.target.localName === 'script';
    var shown = document.body.dataset.state === 'failed';
    if (!window.sidle && !shown && (script || event.target === window)) {
        // A frame in a sandbox has no origin, so that its scripts count as those of another site.
        var inSandbox = script && self.origin === 'null' && location.protocol !== 'file:';
        showEarlyFailure('The page did not load', inSandbox
            ? 'This frame is in a sandbox, where a script loads only if the server of the page lets other sites read it (CORS). The server '
                + 'must send Access-Control-Allow-Origin, or the sandbox allow the same origin.'
            : 'A part of it is missing, or this browser is too old. The page works in '
                + 'versions of Chromium, Firefox and Safari from the last three years.', event.message || event.target.src);
    }
}, true);
if (location.protocol === 'file:') {
    document.addEventListener('DOMContentLoaded', function () {
        showEarlyFailure('This page needs a server', 'A page that is opened as a file cannot load the game. Run the line below in '
            + 'the folder of this file, then open http://localhost:8000.', 'python3 -m http.server');
    });
}
