import { listen } from './ready.js'
import { buildYoga } from './yogaServer.js'

/** Yoga with its defaults. */
await listen(buildYoga([]))
