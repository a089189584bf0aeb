import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../services/platform/database.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'

const worker = fileURLToPath(new URL('./killedWorker.ts', import.meta.url))

function startWorker(mode: 'hang' | 'work', installation: Installation, file: string): ChildProcess {
  const given = [mode, installation.dataDir, installation.databaseUrl ?? '', file]
  return spawn(process.execPath, [...process.execArgv, worker, ...given], { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

describe.each(databaseKinds)('on %s', (kind) => {
  test('a job whose process is killed half-way is completed by the next process', async () => {
    const installation = await createInstallation(kind)
    const file = join(installation.dataDir, 'lines')
    const first = startWorker('hang', installation, file)
    await expect.poll(() => linesOf(file)).toEqual(['began 7'])
    await kill(first)

    const second = startWorker('work', installation, file)
    await expect.poll(() => linesOf(file)).toEqual(['began 7', 'began 7', 'ended 7'])
    await kill(second)

    const database = await openDatabase(installation, pino({ level: 'silent' }))
    expect((await database.run('select number from public.acknowledged')).rows).toEqual([{ number: 7 }])
    await database.close()
    await installation.remove()
  })
})
