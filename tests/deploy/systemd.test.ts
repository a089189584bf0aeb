import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isRead, parts } from './parts.ts'

const folder = 'deploy/systemd'
const units = readdirSync(folder).filter((name) => name.endsWith('.service'))
/**
 * Variables that our code does not read: libraries read the first, the S3 client the next two, and the C library the
 * last.
 */
const readByOthers = /^(NODE_ENV|AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|MALLOC_\w+)$/
/** The settings that the operator must fill in, with a value for each. */
const filledIn: Record<string, string> = { CURSOR_SECRET: 'a random text of many characters' }
const port = '4321'

/** The values of a directive of a unit, in their order. */
function valuesOf(text: string, directive: string): string[] {
  return [...text.matchAll(new RegExp(`^${directive}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

function settingsIn(lines: readonly string[]): Record<string, string> {
  const settings = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s))
  return Object.fromEntries(settings.map(([name = '', value = '']) => [name, value || (filledIn[name] ?? '')]))
}

/** The environment of an instance. As in systemd, the files replace what `Environment=` says. */
function environmentOf(text: string): Record<string, string> {
  const own = settingsIn(valuesOf(text, 'Environment').flatMap((value) => value.replaceAll('%i', port).split(' ')))
  const files = valuesOf(text, 'EnvironmentFile').map((path) =>
    settingsIn(readFileSync(path.replace('/etc/keepsake', folder), 'utf8').split('\n')),
  )
  return Object.assign({}, own, ...files)
}

describe.each(units)('deploy/systemd/%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  const [, entry = ''] = (valuesOf(text, 'ExecStart')[0] ?? '').split(' ')
  const part = parts.find((one) => one.entry === entry)
  if (!part) throw new Error(`No part has the entry file ${entry}.`)

  test('is a valid unit', () => {
    const copies = mkdtempSync(join(tmpdir(), 'keepsake-units-'))
    onTestFinished(() => rmSync(copies, { recursive: true }))
    cpSync(folder, copies, { recursive: true })
    // Node may have another path on this machine.
    writeFileSync(join(copies, name), text.replace('/usr/bin/node', process.execPath))
    const instance = join(copies, name.replace('@', `@${port}`))
    const verify = () => {
      // Mistakes are printed, but do not change the exit code.
      const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', instance], { encoding: 'utf8' })
      return `${stdout}${stderr}`
    }
    cpSync(join(copies, name), instance)
    expect(verify()).toBe('')
    writeFileSync(instance, text.replace('Restart=always', 'Restart=allways'))
    expect(verify()).toContain('allways')
  })

  test('sets only what its part reads, and the part accepts it', () => {
    const environment = environmentOf(text)
    expect(part.port(environment)).toBe(Number(port))
    const unread = Object.keys(environment).filter((one) => !isRead(part.read, environment, one))
    expect(unread.filter((one) => !readByOthers.test(one))).toEqual([])
    expect(existsSync(entry)).toBe(true)
    expect(environment['DRAIN_DELAY']).toBe('2000')
  })
})

test('the units of services and workers differ in their role', () => {
  const names = ['keepsake-services@.service', 'keepsake-workers@.service']
  const roles = names.map((name) => environmentOf(readFileSync(join(folder, name), 'utf8'))['ROLE'])
  expect(roles).toEqual(['web', 'workers'])
})
