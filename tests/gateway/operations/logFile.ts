import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogDestination } from '../../../gateway/telemetry/logDestination.ts'

/** A log written to a temporary file. */
export class LogFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'keepsake-log-'))
  readonly #file = join(this.#folder, 'gateway.log')
  readonly destination = new LogDestination(this.#file)

  /** The content so far. */
  async text(): Promise<string> {
    // On a busy machine, the disk takes longer than a gateway waits on shutdown.
    while (!(await this.destination.flush())) continue
    return readFileSync(this.#file, 'utf8')
  }

  /** The lines so far. Their type is `any`, because tests check them with their own expectations. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async lines(): Promise<any[]> {
    const text = await this.text()
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }

  /** The lines of operations so far. */
  async operations() {
    return (await this.lines()).filter(({ msg }) => msg === 'operation')
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}
