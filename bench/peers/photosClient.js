import DataLoader from 'dataloader'
import { Pool } from 'undici'
import { inOrder, monthPath } from './schema.js'

const pool = new Pool(process.env.UPSTREAM_URL, { connections: 64 })

/** The photos service for one request, by raw undici as the floor has it. */
export class PhotosClient {
  #authorization
  #counts
  #photos = new DataLoader(async (imageIds) => inOrder(imageIds, (await this.#lookup(imageIds)).images))

  constructor(authorization) {
    this.#authorization = authorization
  }

  countAll() {
    return (this.#counts ??= this.#call('GET', '/photos/users'))
  }

  countMonths() {
    return this.#call('GET', '/photos/users/timeline')
  }

  listMonth(year, month, first) {
    return this.#call('GET', monthPath(year, month, first))
  }

  listAlbums(first) {
    return this.#call('GET', `/photos/albums?limit=${first}`)
  }

  loadPhoto(imageId) {
    return this.#photos.load(imageId)
  }

  #lookup(photoIds) {
    return this.#call('POST', '/photos/photos/lookup', JSON.stringify({ photoIds }))
  }

  async #call(method, path, body = null) {
    const headers = { accept: 'application/json', authorization: this.#authorization }
    if (body !== null) headers['content-type'] = 'application/json'
    const response = await pool.request({ method, path, headers, body })
    return response.body.json()
  }
}
