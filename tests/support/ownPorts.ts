import { workers } from './workers.ts'

/*
 * Gives each Vitest worker its own part of the ports, for itself and for the processes that it starts. The first part
 * is for the process that starts the workers.
 */
process.env['PORT_SLICE'] = `${Number(process.env['VITEST_POOL_ID']) + 1}/${workers + 1}`
