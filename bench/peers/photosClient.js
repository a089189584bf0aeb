import { Pool } from 'undici'
import { albumsPath, monthPath } from './schema.js'

const pool = new Pool(process.env.UPSTREAM_URL, { connections: 64 })

/** Calls the photos service for one request with raw undici, like `bench/gateway/floor.ts`. */
export class PhotosClient {
  #authorization
  #counts

  constructor(authorization) {
    this.#authorization = authorization
  }

  countAll() {
    return (this.#counts ??= this.#call('/photos/users'))
  }

  countMonths() {
    return this.#call('/photos/users/timeline')
  }

  listMonth(year, month, first) {
    return this.#call(monthPath(year, month, first))
  }

  listAlbums(first) {
    return this.#call(albumsPath(first))
  }

  async #call(path) {
    const headers = { accept: 'application/json', authorization: this.#authorization }
    const response = await pool.request({ method: 'GET', path, headers })
    return response.body.json()
  }
}
