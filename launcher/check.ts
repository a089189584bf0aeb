import { runChecks } from './checks.ts'

/** `npm run check`: what can be found without running the product. */
const { passed, failed } = await runChecks()
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed > 0 ? 1 : 0)
