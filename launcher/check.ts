import { runChecks } from './checks.ts'

/** `npm run check`: the checks that do not run the product. */
const { passed, failed } = await runChecks()
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed > 0 ? 1 : 0)
