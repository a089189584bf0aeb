import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type * as Tus from 'tus-js-client'
import { makeJpeg } from '../tests/support/pictures.ts'
import { jpegFile } from './support/library.ts'
import { addPhotos, registerInBrowser, type SignedIn } from './support/newCustomer.ts'
import { editorOrigin, productUnderTest } from './support/product.ts'

const client = fileURLToPath(import.meta.resolve('tus-js-client/dist/tus.min.js'))

/**
 * Serves an empty page of another product. A real server is needed, because browsers do not let a mocked page call this
 * machine.
 */
async function serveEditor(origin: string): Promise<Server> {
  const { hostname, port } = new URL(origin)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
  })
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve))
  return server
}

async function openEditor(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.addScriptTag({ content: await readFile(client, 'utf8') })
}

/**
 * Asks the gateway for the address of the customer's photo, from a script in the page. Returns null if the browser
 * refuses.
 */
async function photoUrl(page: Page, api: string, { token }: SignedIn): Promise<string | null> {
  return page.evaluate(
    async ([url, authorization]) => {
      const query = '{ viewer { library { photos(first: 1) { edges { node { url } } } } } }'
      const headers = { authorization, 'content-type': 'application/json' }
      try {
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })
        return (await answer.json()).data.viewer.library.photos.edges[0].node.url
      } catch {
        return null
      }
    },
    [api, `Bearer ${token}`] as const,
  )
}

/** Draws a photo to a canvas, and reads the color of a pixel. Returns null if the browser refuses. */
async function drawnPixel(page: Page, url: string): Promise<readonly number[] | null> {
  return page.evaluate(async (source) => {
    const load = async (crossOrigin: 'anonymous' | null) => {
      const image = new Image()
      image.crossOrigin = crossOrigin
      image.src = source
      await image.decode()
      return image
    }
    // Fills the browser's cache with an answer that scripts may not read.
    await load(null)
    try {
      const image = await load('anonymous')
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context?.drawImage(image, 0, 0)
      return [...(context?.getImageData(5, 5, 1, 1).data ?? [])]
    } catch {
      return null
    }
  }, url)
}

/**
 * Uploads a file by tus-js-client, from a script in the page, and reads the outcome. Returns null if the browser
 * refuses.
 */
async function uploadFrom(page: Page, endpoint: string, { token }: SignedIn, bytes: Buffer): Promise<unknown> {
  return page.evaluate(
    async ([address, authorization, content]) => {
      // The script of tus-js-client adds `tus` to the window.
      const { tus } = window as unknown as { tus: typeof Tus }
      const file = new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))])
      const headers = { authorization }
      const uploadUrl = await new Promise<string | null>((resolve) => {
        const upload: Tus.Upload = new tus.Upload(file, {
          endpoint: address,
          headers,
          chunkSize: 10_000,
          retryDelays: null,
          metadata: { filename: 'edited.jpg' },
          onSuccess: () => resolve(upload.url),
          onError: () => resolve(null),
        })
        upload.start()
      })
      if (uploadUrl === null) return null
      return (await fetch(uploadUrl.replace('/files/', '/uploads/'), { headers })).json()
    },
    [endpoint, `Bearer ${token}`, bytes.toString('base64')] as const,
  )
}

test('an editor on an allowed origin draws a photo and uploads another; other origins can do neither', async ({
  page,
  context,
  baseURL,
}) => {
  const signedIn = await registerInBrowser(page)
  await addPhotos(signedIn, [jpegFile('drawn.jpg', await makeJpeg({ seed: 81 }))])
  const edited = await makeJpeg({ seed: 82 })
  const [api, endpoint] = [`${baseURL}/graphql`, `${baseURL}/storage/files`] as const

  const origin = editorOrigin(productUnderTest().port)
  const server = await serveEditor(origin)
  await openEditor(page, origin)
  const url = (await photoUrl(page, api, signedIn)) ?? ''
  expect(await drawnPixel(page, url)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number), 255])
  expect(await uploadFrom(page, endpoint, signedIn, edited)).toMatchObject({ duplicate: false })

  const elsewhere = await context.newPage()
  // The operator has not allowed this origin.
  await openEditor(elsewhere, `${baseURL?.replace('localhost', '127.0.0.1')}/livez`)
  expect(await photoUrl(elsewhere, api, signedIn)).toBeNull()
  expect(await drawnPixel(elsewhere, url)).toBeNull()
  expect(await uploadFrom(elsewhere, endpoint, signedIn, edited)).toBeNull()
  server.close()
})
