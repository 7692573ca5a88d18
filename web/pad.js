// Gamepads, and the sticks on the screen: together they are the one pad that the game asks for.

// Bits in the game's order: A B X Y LB RB LT RT Back Start Up Down Left Right. In the standard mapping the buttons 10
// and 11, which are the sticks themselves, stand between.
const STANDARD = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15];
export const JUMP = 1 << 0;
export const TICK_BACK = 1 << 12;
export const TICK_AHEAD = 1 << 13;

export class Pad {
    constructor(host) {
        this.host = host;
        this.touch = idle();
        this.device = idle();
        this.polls = false;
        // Browsers show a gamepad only after one of its buttons was pressed on the page. Firefox and Safari want https
        // or localhost besides.
        window.addEventListener('gamepadconnected', () => this.poll());
    }

    // What thumbs do on the screen.
    setTouch(change) {
        this.press({ ...this.touch, ...change }, 'touch');
    }

    // Presses a button and lets go of it at once.
    tap(button) {
        this.host.pad.pressed |= button;
    }

    // Takes over what `source` has now. The game has the dead zone.
    press(next, source) {
        const before = this.touch.held | this.device.held;
        this[source] = next;
        const { touch, device, host } = this;
        host.pad.left = longer(touch.left, device.left);
        host.pad.right = longer(touch.right, device.right);
        host.pad.held = touch.held | device.held;
        host.pad.pressed |= host.pad.held & ~before;
    }

    // Gamepads send no events: they are asked in each frame, as long as one is there.
    poll() {
        if (this.polls) {
            return;
        }
        this.polls = true;
        const frame = () => {
            const pad = navigator.getGamepads().find(pad => pad?.connected && pad.mapping === 'standard');
            this.press(pad ? read(pad) : idle(), 'device');
            this.polls = pad !== undefined;
            if (this.polls) {
                requestAnimationFrame(frame);
            }
        };
        frame();
    }
}

function idle() {
    return { left: [0, 0], right: [0, 0], held: 0 };
}

// The browser's axes lead down, the game's up.
function read({ axes, buttons }) {
    const held = STANDARD.reduce((bits, button, bit) => bits | (buttons[button]?.pressed ? 1 << bit : 0), 0);
    return { left: [axes[0], -axes[1]], right: [axes[2], -axes[3]], held };
}

function longer(one, other) {
    return Math.hypot(...one) >= Math.hypot(...other) ? one : other;
}
