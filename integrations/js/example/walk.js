// A first-person walk in three.js: W A S D to walk, Space to jump, Shift to run, C to crouch, and the mouse after a click.

import { load } from 'sidle';
import * as THREE from 'three';

const TICK = 1 / 60;
const sidle = await load();
const renderer = new THREE.WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color('#9fc3e0');
const camera = new THREE.PerspectiveCamera(75, 1, 0.05, 200);
camera.rotation.order = 'YXZ';
const sun = new THREE.DirectionalLight('white', 2);
sun.position.set(3, 8, 5);
scene.add(sun, new THREE.HemisphereLight('white', '#665544', 1.5));

// The hills are triangles, as those of any geometry of three.js.
const hills = new THREE.PlaneGeometry(60, 60, 60, 60).rotateX(-Math.PI / 2);
const points = hills.attributes.position;
for (let at = 0; at < points.count; at++) {
    const far = Math.max(Math.hypot(points.getX(at), points.getZ(at)) - 14, 0);
    points.setY(at, Math.sin(points.getX(at) * 0.4) * Math.cos(points.getZ(at) * 0.5) * far * 0.15);
}
hills.computeVertexNormals();
scene.add(new THREE.Mesh(hills, new THREE.MeshLambertMaterial({ color: '#6c8f5a' })));
const world = sidle.world({ vertices: points.array, indices: hills.index.array });

// Boxes collide as boxes.
function addBox(size, position, color, rotation = new THREE.Euler()) {
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshLambertMaterial({ color }));
    mesh.position.set(...position);
    mesh.setRotationFromEuler(rotation);
    scene.add(mesh);
    const shape = { kind: 'box', halfExtents: size.map(length => length / 2), rotation: mesh.quaternion };
    return { mesh, shape, id: world.addBody(shape, mesh.position) };
}
for (let step = 1; step <= 8; step++) addBox([3, 0.25 * step, 0.4], [0, 0.125 * step, -3 - 0.4 * step], step % 2 ? '#b9a58c' : '#a08c74');
addBox([3, 0.2, 6], [4, 0.8, -6], '#8c8ca8', new THREE.Euler(0.3, 0, 0));
addBox([2, 2, 2], [-4, 1, -5], '#a86a5a', new THREE.Euler(0, 0.6, 0));
addBox([3, 6, 0.2], [0, 3, -9.85], '#788');
const lift = addBox([3, 0.2, 3], [0, 1.9, -8.2], '#d0b040');

const player = sidle.player([0, 0.3, 2], { body: 'capsule', radius: 0.3 });
const keys = new Set();
let [yaw, pitch, jump, time, before] = [0, 0, false, 0, performance.now()];
let [last, eye] = [player.eye(), player.eye()];
addEventListener('keydown', event => { keys.add(event.code); jump ||= event.code === 'Space' && !event.repeat; });
addEventListener('keyup', event => keys.delete(event.code));
addEventListener('blur', () => keys.clear());
addEventListener('click', () => renderer.domElement.requestPointerLock());
addEventListener('mousemove', event => {
    if (!document.pointerLockElement) return;
    yaw -= event.movementX * 0.002;
    pitch = THREE.MathUtils.clamp(pitch - event.movementY * 0.002, -1.5, 1.5);
});

function tick() {
    time += TICK;
    lift.mesh.position.y = 1.9 + 1.5 * Math.max(0, Math.sin(time * 0.7));
    world.movePlatform(lift.id, lift.shape, lift.mesh.position, [player]);
    const axis = (plus, minus) => (keys.has(plus) ? 1 : 0) - (keys.has(minus) ? 1 : 0);
    const up = keys.has('KeyC') ? -1 : 0;
    const command = { forward: axis('KeyW', 'KeyS'), right: axis('KeyD', 'KeyA'), up, yaw, pitch, jump, fast: keys.has('ShiftLeft') };
    player.advance(world, command, TICK);
    jump = false;
    [last, eye] = [eye, player.eye()];
}

renderer.setAnimationLoop(now => {
    // Whole ticks are due; the camera is between the last two.
    for (before = Math.max(before, now - 250); now - before >= TICK * 1000; before += TICK * 1000) tick();
    const share = (now - before) / (TICK * 1000);
    camera.position.set(...eye.map((end, at) => THREE.MathUtils.lerp(last[at], end, share)));
    camera.rotation.set(pitch, yaw, 0);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
    renderer.setSize(innerWidth, innerHeight);
    renderer.render(scene, camera);
    const { position, ground } = player.save();
    document.querySelector('#hud').textContent = `${position.map(number => number.toFixed(2)).join(' ')} ${ground}`;
});
