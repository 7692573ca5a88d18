// Combines gamepads and the sticks on the screen into the one gamepad that the game polls.

// The buttons in the order of the game's bits: A B X Y LB RB LT RT Back Start Up Down Left Right. The standard mapping
// also has buttons 10 and 11, which are presses of the sticks.
const STANDARD = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15];
export const JUMP = 1 << 0;
export const DOWN = 1 << 1;
export const RUN = 1 << 7;
export const TICK_BACK = 1 << 12;
export const TICK_AHEAD = 1 << 13;

export class Pad {
    constructor(host) {
        this.host = host;
        this.touch = idle();
        this.device = idle();
        this.polls = false;
        // Browsers reveal a gamepad only after the player presses one of its buttons on the page. Firefox and Safari also
        // require https or localhost.
        window.addEventListener('gamepadconnected', () => this.poll());
    }

    // Updates the state of the touch screen.
    setTouch(change) {
        this.press({ ...this.touch, ...change }, 'touch');
    }

    // Presses and releases a button.
    tap(button) {
        this.host.pad.pressed |= button;
    }

    // Updates the state of `source`, 'touch' or 'device'. The game applies the dead zone.
    press(next, source) {
        const before = this.touch.held | this.device.held;
        this[source] = next;
        const { touch, device, host } = this;
        host.pad.left = longer(touch.left, device.left);
        host.pad.right = longer(touch.right, device.right);
        host.pad.held = touch.held | device.held;
        host.pad.pressed |= host.pad.held & ~before;
    }

    // Gamepads send no events: poll them in each frame while one is connected.
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

// The browser's vertical axes point down, the game's axes up.
function read({ axes, buttons }) {
    const held = STANDARD.reduce((bits, button, bit) => bits | (buttons[button]?.pressed ? 1 << bit : 0), 0);
    return { left: [axes[0], -axes[1]], right: [axes[2], -axes[3]], held };
}

function longer(one, other) {
    return Math.hypot(...one) >= Math.hypot(...other) ? one : other;
}
