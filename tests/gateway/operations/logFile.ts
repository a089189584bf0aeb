import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogDestination } from '../../../gateway/telemetry/logDestination.ts'

/** A log that goes to a file of its own. */
export class LogFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'keepsake-log-'))
  readonly #file = join(this.#folder, 'gateway.log')
  readonly destination = new LogDestination(this.#file)

  /** All of it so far. */
  async text(): Promise<string> {
    // On a busy machine the disk takes longer than a gateway that ends would wait.
    while (!(await this.destination.flush())) continue
    return readFileSync(this.#file, 'utf8')
  }

  /** The lines so far. What is in them is looked into by the tests' own expectations. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async lines(): Promise<any[]> {
    const text = await this.text()
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }

  /** The lines about operations so far. */
  async operations() {
    return (await this.lines()).filter(({ msg }) => msg === 'operation')
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}
