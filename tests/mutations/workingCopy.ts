import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

/** Large files, and files of one developer. */
const notCopied = /^(node_modules|\.git|\.data.*|test-results|playwright-report|bench\/results|web\/dist.*)$/

/** A copy of the project, in which sources can be changed and tests run. */
export interface WorkingCopy {
  readonly root: string
  /** The folder for temporary files of the tests. */
  readonly temporary: string
  read(path: string): string
  write(path: string, source: string): void
  /** Ends the database servers that stopped tests have left running. */
  stopDatabases(): void
}

/** Makes a copy that exists until this process ends. The project never changes, even if the process is killed. */
export async function copyProject(): Promise<WorkingCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-mutations-'))
  // PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  const [root, temporary] = [join(folder, 'project'), join(folder, 'temporary')]
  const stopDatabases = () => {
    for (const file of globSync(join(temporary, '*/data/postmaster.pid')))
      stopServer(Number.parseInt(readFileSync(file, 'utf8'), 10))
  }
  process.once('exit', () => {
    stopDatabases()
    rmSync(folder, { recursive: true, force: true })
  })
  mkdirSync(temporary)
  await cp('.', root, { recursive: true, filter: (from) => !notCopied.test(relative('.', from)) })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  return {
    root,
    temporary,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    write: (path, source) => writeFileSync(join(root, path), source),
    stopDatabases,
  }
}

/** Stops a database server with SIGQUIT, which ends it immediately, without finishing its work. */
function stopServer(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT')
  } catch {
    // It has ended already.
  }
}
