// Measures our controllers and all movers of this folder, and prints the tables of docs/conformance.md. From the root of the repository:
//
//     (cd integrations/movers/js && npm ci)
//     (cd integrations/movers/rust && cargo build --release --locked)
//     (cd integrations/movers/bevy && cargo build --release --locked)
//     cargo build --release && node integrations/movers/table.mjs
//
// `--only FAMILY,…` takes some families, `--movers NAME,…` some movers, and a last word is the folder for the reports: one of each mover,
// as JSON and as a page, with a recording of each failure. It is target/table, if it is not given.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const OURS = ['classic', 'swept', 'boxed']
// The programs of Rust may lie elsewhere, such as MOVERS_BEVY.
const program = (folder, name) => process.env[`MOVERS_${folder.toUpperCase()}`] ?? `integrations/movers/${folder}/target/release/${name}`
const js = (name) => `node integrations/movers/js/${name}.js`
const rust = (name) => `${program('rust', 'movers')} ${name}`
const bevy = (name) => `${program('bevy', 'bevy-movers')} ${name}`

// Each with whether it can also be set like our controllers.
const MOVERS = {
  jolt: [js('jolt'), true],
  rapier: [rust('rapier'), true],
  'rapier.js': [js('rapier'), true],
  physx: [js('physx'), true],
  havok: [js('havok'), true],
  box3d: [rust('box3d'), false],
  quake: [rust('quake'), false],
  ahoy: [bevy('ahoy'), false],
  'ahoy-cylinder': [bevy('ahoy-cylinder'), false],
  avian: [bevy('avian'), false],
  three: [js('three'), false],
  'three-mesh-bvh': [js('three-mesh-bvh'), false],
}

const words = process.argv.slice(2)
const option = (name) => {
  const at = words.indexOf(name)
  return at < 0 ? null : words.splice(at, 2)[1].split(',')
}
const sidle = process.env.SIDLE ?? 'target/release/sidle'
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const list = spawnSync(sidle, ['conformance', '--list'], { encoding: 'utf8' })
if (list.error) throw list.error
// The times of programs beyond a pipe say little.
const all = list.stdout.split('\n').map((line) => /^[a-z]+(?=  )/.exec(line)?.[0]).filter((family) => family && family !== 'cost')
const only = option('--only')
const families = all.filter((family) => !only || only.includes(family))
const chosen = option('--movers')
const out = words[0] ?? 'target/table'
mkdirSync(out, { recursive: true })

const columns = OURS.map((name) => [name, ['--controller', name]])
for (const [name, [command, alike]] of Object.entries(MOVERS)) {
  columns.push([name, ['--mover', `${name}=${command}`]])
  if (alike) columns.push([`${name}-alike`, ['--mover', `${name}-alike=${command} --alike`]])
}
const unknown = (chosen ?? []).find((name) => !columns.some(([known]) => known === name))
if (unknown) throw new Error(`no mover is called ${unknown}; there are ${columns.map(([name]) => name).join(', ')}`)
const wanted = columns.filter(([name]) => !chosen || chosen.includes(name))
for (const [, [, mover]] of wanted) {
  const [file] = mover.split('=').pop().split(' ')
  if (file.includes('/') && !existsSync(file)) throw new Error(`${file} is missing: the README of its folder says how to build it`)
}

/** Measures one mover, and returns its part of the report. */
function measure([name, mover]) {
  const report = ['--json', `${out}/${name}.json`, '--html', `${out}/${name}.html`]
  // On a busy machine, no answer should count as late.
  const words = ['conformance', '--mover-timeout', '10000', '--only', families.join(','), ...report, ...mover]
  return new Promise((done, failed) => {
    const run = spawn(sidle, words, { stdio: ['ignore', 'ignore', 'inherit'] })
    run.on('error', failed)
    // It exits with 1, since few pass everything.
    run.on('exit', (code) => {
      if (code === null || code > 1) return failed(new Error(`sidle ended with ${code} at ${name}`))
      console.error(`${name}: done`)
      done(JSON.parse(readFileSync(`${out}/${name}.json`, 'utf8')).movers[0])
    })
  })
}

const began = Date.now()
const measured = new Map()
const waiting = [...wanted]
// sidle and a mover wait for each other, so each processor has two of these pairs.
const workers = Array.from({ length: availableParallelism() * 2 }, async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) measured.set(next[0], await measure(next))
})
await Promise.all(workers)

/** The variants passed, those passed in part, and how many are offered. */
function cell(mover, family) {
  const scenes = mover.families.filter((one) => !family || one.family === family).flatMap((one) => one.scenes)
  const [passed, partly, failed] = ['passed', 'partly', 'failed'].map((name) => scenes.filter(({ result }) => result === name).length)
  const offered = passed + partly + failed
  return offered === 0 ? 'not offered' : `${passed}${partly > 0 ? ` + ${partly}` : ''} of ${offered}`
}

function table(names) {
  const shown = names.filter((name) => measured.has(name))
  if (shown.length === 0) return
  const row = (cells) => console.log(`| ${cells.join(' | ')} |`)
  row(['family', ...shown.map((name) => name.replace('-alike', ''))])
  console.log(`|${'---|'.repeat(shown.length + 1)}`)
  for (const family of families) row([`\`${family}\``, ...shown.map((name) => cell(measured.get(name), family))])
  row(['all', ...shown.map((name) => cell(measured.get(name)))])
  console.log()
}

table([...OURS, ...Object.keys(MOVERS)])
table(columns.map(([name]) => name).filter((name) => name.endsWith('-alike')))
for (const [name] of wanted) {
  const { title, version, settings } = measured.get(name)
  console.log(`- ${name}: ${title} ${version}${settings ? `, ${settings}` : ''}`)
}
console.log(`\n${new Date(began).toISOString().slice(0, 10)}, in ${Math.round((Date.now() - began) / 60000)} minutes`)
