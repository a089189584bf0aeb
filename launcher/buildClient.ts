import { buildIfStale } from './build.ts'
import { failWith } from './settings.ts'

/** `npm run build`: builds only the client, for an image. `npm start` builds it when needed. */
try {
  await buildIfStale()
} catch (error) {
  failWith(error)
}
