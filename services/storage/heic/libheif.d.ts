/** Types for the part of libheif-js that we use and that its own types lack. */
declare module 'libheif-js/wasm-bundle.js' {
  class HeifImage {
    readonly handle: object
    is_primary(): boolean
    get_width(): number
    get_height(): number
    free(): void
  }
  class HeifDecoder {
    decode(bytes: Uint8Array): HeifImage[]
  }
  /** Interleaved pixels, in the decoder's own memory. */
  export interface HeifPixels {
    readonly width: number
    readonly height: number
    /** Bytes per row. */
    readonly stride: number
    readonly data: Uint8Array
  }
  const libheif: {
    readonly HeifDecoder: typeof HeifDecoder
    readonly heif_colorspace_RGB: object
    readonly heif_chroma_interleaved_RGBA: object
    /** The result has no channels if decoding fails. */
    heif_js_decode_image2(
      handle: object,
      colourSpace: object,
      chroma: object,
    ): Promise<{ readonly image: object; readonly channels?: readonly HeifPixels[] }>
    heif_image_release(image: object): void
  }
  export default libheif
}
