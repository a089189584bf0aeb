import { crc32, deflateSync } from 'node:zlib'

const headerEnd = 33

/**
 * Adds a colour profile to a PNG of decoded HEIC pixels, which do not contain their profile. With the profile, sharp
 * converts the pixels like those of any other picture.
 */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)])
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write('iCCP', 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)])
}
