import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { SignedIn } from './newCustomer.ts'
import { productUnderTest } from './product.ts'
import { submitSignIn } from './session.ts'

const root = join(import.meta.dirname, '..', '..')

/** A fenced block of a page. The info string of a file has its name after the language. */
interface Block {
  readonly language: string
  readonly file: string | undefined
  readonly code: string
}

/** The blocks of a page of docs/api, in their order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, 'docs', 'api', `${page}.md`), 'utf8')
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language = '', file, code = '']) => ({
    language,
    file,
    code,
  }))
}

/** Writes the files of a page into a folder. */
export function writeFiles(page: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const { file, code } of blocksOf(page)) if (file !== undefined) writeFileSync(join(folder, file), code)
}

/** The shell commands of a page. */
export function shellOf(page: string): string {
  return blocksOf(page)
    .filter(({ language, file }) => language === 'sh' && file === undefined)
    .map(({ code }) => code)
    .join('\n')
}

/** A program that runs, and what it has written so far. */
export interface Running {
  readonly output: () => string
  /** Writes to the program's standard input, as a person would type. */
  write(text: string): void
  /** The exit code. */
  readonly ended: Promise<number | null>
  stop(): void
}

/** Runs lines in a shell, with the product under test as `KEEPSAKE`. Ends at the first line that fails. */
export function runShell(lines: string, folder: string, environment: Readonly<Record<string, string>> = {}): Running {
  const { port, dataDir } = productUnderTest()
  return watch(
    spawn('bash', ['-euo', 'pipefail', '-c', lines], {
      cwd: folder,
      env: {
        ...process.env,
        // Vite sets this variable in the process of a journey that builds a page.
        NODE_ENV: '',
        // The Node that runs the journeys is the one that the project pins.
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        PORT: String(port),
        DATA_DIR: dataDir,
        KEEPSAKE: `http://localhost:${port}`,
        ...environment,
      },
    }),
  )
}

function watch(child: ChildProcess): Running {
  let text = ''
  const add = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.on('close', (code) => resolve(code))
  return {
    output: () => text,
    write: (typed) => void child.stdin?.write(typed),
    ended,
    stop: () => child.kill(),
  }
}

/** Waits for the end of a program that must succeed. @returns what it has written */
export async function finish(running: Running): Promise<string> {
  const code = await running.ended
  expect(code, running.output()).toBe(0)
  return running.output()
}

/**
 * Follows the address that a tool prints: signs in, and allows what the tool asks for.
 * @param signedIn undefined: the customer is signed in already
 */
export async function allowTool(page: Page, running: Running, signedIn?: SignedIn): Promise<void> {
  await expect.poll(running.output).toMatch(/^Open http\S+$/m)
  await page.goto(/^Open (http\S+)$/m.exec(running.output())?.[1] ?? '')
  if (signedIn) await submitSignIn(page, signedIn.customer.email, signedIn.customer.password)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText('You can close this window.')).toBeVisible()
}
