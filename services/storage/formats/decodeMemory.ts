import type { Size } from './size.ts'

/*
 * The most memory, in bytes, that decoding takes. Each formula gives slightly more than `npm run bench -- memory`
 * measured with pictures of 100 megapixels.
 */

const megabyte = 1_000_000
/** The width to which a picture is scaled before its pixels are kept. */
const keptWidth = 1_300
/** How many input rows are in memory while a picture is scaled. */
const keptRows = 1_250

/**
 * The memory for a JPEG. With many scans, the decoder keeps all coefficients, of two bytes each, until it has read the
 * last scan.
 */
export function jpegBytes(size: Size, coefficientsPerPixel: number, hasManyScans: boolean): number {
  const coefficients = hasManyScans ? 2 * coefficientsPerPixel * size.width * size.height : 0
  return coefficients + 40 * megabyte + scaledBytes(size)
}

/** The memory for a PNG. An interlaced PNG is complete only after its last pass; any other is read row by row. */
export function pngBytes(size: Size, bytesPerPixel: number, isInterlaced: boolean): number {
  const rows = isInterlaced ? size.height : Math.min(size.height, keptRows)
  return size.width * bytesPerPixel * rows + 40 * megabyte + scaledBytes(size)
}

/**
 * The memory for a HEIC. The decoder and its memory are WebAssembly. The decoder holds the picture twice as YCbCr and
 * once as RGBA.
 */
export function heicBytes(size: Size): number {
  return 7 * size.width * size.height + 110 * megabyte
}

/** The scaled pixels, which are copied twice. This matters only for tall pictures. */
function scaledBytes({ width, height }: Size): number {
  const scale = Math.min(1, keptWidth / width)
  return 3 * 3 * width * scale * height * scale
}
