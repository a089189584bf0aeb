import { Upload } from 'tus-js-client'

/** The parts of the page that show something. */
export interface Frame {
  say(text: string): void
  /**
   * Shows a picture, and the colour of its first pixel. A page can read a pixel only if the picture's origin allows it.
   */
  show(url: string): Promise<void>
  /** Calls back with each file that a person chooses. */
  onFile(upload: (file: File) => void): void
}

export function openFrame(): Frame {
  const [state, picture, input] = ['state', 'picture', 'file'].map((id) => document.getElementById(id))
  if (!state || !(picture instanceof HTMLImageElement) || !(input instanceof HTMLInputElement))
    throw new Error('The page has no frame.')
  return {
    say(text) {
      state.textContent = text
    },
    async show(url) {
      picture.src = url
      await picture.decode()
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')
      canvas?.drawImage(picture, 0, 0)
      const [red, green, blue] = canvas?.getImageData(0, 0, 1, 1).data ?? []
      picture.title = `${red}, ${green}, ${blue}`
    },
    onFile(upload) {
      input.addEventListener('change', () => {
        for (const file of input.files ?? []) upload(file)
      })
    },
  }
}

/** Uploads a file, and resumes when the connection breaks. */
export async function uploadFile(keepsake: string, token: string, file: File): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    new Upload(file, {
      endpoint: `${keepsake}/storage/files`,
      headers: { authorization: `Bearer ${token}` },
      metadata: { filename: file.name },
      onSuccess: () => resolve(),
      onError: reject,
    }).start()
  })
}
