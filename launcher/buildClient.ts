import { buildIfStale } from './build.ts'
import { failWith } from './settings.ts'

/** `npm run build`: the client alone, for an image; `npm start` builds by itself. */
try {
  await buildIfStale()
} catch (error) {
  failWith(error)
}
