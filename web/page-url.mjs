// Prints the address at which GitHub publishes the page of a repository: node web/page-url.mjs OWNER/REPOSITORY
//
// A page lies in a folder with the repository's name. Only a repository that is named like its owner's site,
// OWNER.github.io, is that site itself. GitHub compares names without regard to case.

import { pathToFileURL } from 'node:url';

export function pageUrl(repository) {
    const [owner, name, ...rest] = repository.split('/');
    if (!owner || !name || rest.length > 0) {
        throw new Error(`expected OWNER/REPOSITORY, found "${repository}"`);
    }
    const host = `${owner.toLowerCase()}.github.io`;
    return name.toLowerCase() === host ? `https://${host}/` : `https://${host}/${name}/`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    console.log(pageUrl(process.argv[2] ?? ''));
}
