import { parentPort, workerData } from 'node:worker_threads'
import libheif from 'libheif-js/wasm-bundle.js'
import { z } from 'zod'

// One decoder for all pictures: it frees the memory of each picture when it gets the next.
const decoder = new libheif.HeifDecoder()

const { maxPixels } = z.object({ maxPixels: z.number() }).parse(workerData)

parentPort?.on('message', (bytes: Uint8Array) => {
  void answer(bytes)
})

async function answer(bytes: Uint8Array): Promise<void> {
  try {
    const picture = await decode(bytes)
    parentPort?.postMessage(picture, [picture.data])
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
}

async function decode(bytes: Uint8Array): Promise<{ data: ArrayBuffer; width: number; height: number }> {
  const images = decoder.decode(bytes)
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
    if (!image) throw new Error('no picture in it')
    const width = image.get_width()
    const height = image.get_height()
    if (width * height > maxPixels) throw new Error('too many pixels')
    const data = new ArrayBuffer(width * height * 4)
    const target = { data: new Uint8ClampedArray(data), width, height }
    await new Promise<void>((resolve, reject) => {
      image.display(target, (result) => (result ? resolve() : reject(new Error('damaged'))))
    })
    return { data, width, height }
  } finally {
    for (const image of images) image.free()
  }
}
