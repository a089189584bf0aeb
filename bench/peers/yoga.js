import { listen } from './ready.js'
import { buildYoga } from './yogaServer.js'

/** Yoga as it comes. */
await listen(buildYoga([]))
