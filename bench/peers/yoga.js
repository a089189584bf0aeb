import { listen } from './ready.js'
import { buildYoga } from './yogaServer.js'

/** Serves the schema by Yoga with its defaults. */
await listen(buildYoga([]))
