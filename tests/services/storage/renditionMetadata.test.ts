import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { makeHeic, makeJpeg, makePng, type Shot } from '../../support/pictures.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { expectQuarters } from './expectQuarters.ts'

const services = new ServiceGroup('the embedded database', ['storage', 'photos'])

/**
 * A text that is in each kind of metadata of the original. It must not be in renditions, because participants of shared
 * albums see them.
 */
const secret = 'Elm Street 13'
const shot: Shot = {
  width: 900,
  height: 600,
  position: { latitude: 52.37, longitude: 4.89 },
  exif: { IFD0: { ImageDescription: secret, Artist: secret } },
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="${secret}"/></rdf:RDF></x:xmpmeta>`

/**
 * Adds XMP and a colour profile with other primaries. Without a conversion, the colours of a rendition would look
 * different.
 */
function withMetadata(picture: Buffer): Sharp {
  return sharp(picture).keepExif().withXmp(xmp).withIccProfile('p3')
}

/** Adds a caption in the form of IPTC, which sharp cannot write, as the first segment of a JPEG. */
function withCaption(jpeg: Buffer): Buffer {
  const record = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, secret.length]), Buffer.from(secret)])
  const block = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0', 'latin1'),
    Buffer.from([record.length]),
    record,
  ])
  const segment = Buffer.concat([Buffer.from([0xff, 0xed, 0, block.length + 2]), block])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

const makeFull = {
  JPEG: async () =>
    withCaption(
      await withMetadata(await makeJpeg({ ...shot, orientation: 6 }))
        .jpeg({ quality: 95 })
        .toBuffer(),
    ),
  PNG: async () =>
    withMetadata(await makePng(shot))
      .png()
      .toBuffer(),
  HEIC: async () => makeHeic({ ...shot, orientation: 6 }),
}

test.each([
  ['JPEG', ['exif', 'xmp', 'iptc', 'icc']],
  ['PNG', ['exif', 'xmp', 'icc']],
  ['HEIC', ['exif']],
] as const)('renditions of a %s are upright, in sRGB, and have no metadata', async (format, kinds) => {
  const original = await makeFull[format]()
  expect(Object.keys(await sharp(original).metadata())).toEqual(expect.arrayContaining([...kinds]))
  expect(original.includes(secret)).toBe(true)
  const customer = services.newCustomer()
  await customer.upload(original)
  const [photo] = await customer.photosOf(1)
  expect(photo?.location).toMatchObject({ latitude: 52.37, longitude: 4.89 })
  expect(photo?.thumbnails).toHaveLength(3)
  for (const thumbnail of photo?.thumbnails ?? []) {
    const response = await customer.read(thumbnail.url)
    const rendition = Buffer.from(await response.clone().arrayBuffer())
    const metadata = await sharp(rendition).metadata()
    expect(
      Object.keys(metadata).filter((key) => /^(exif|xmp|iptc|icc|orientation|comments|.*photoshop)/i.test(key)),
    ).toEqual([])
    expect([metadata.space, metadata.hasProfile, rendition.includes(secret)]).toEqual(['srgb', false, false])
    await expectQuarters(response, thumbnail, format === 'HEIC' ? 28 : 12)
  }
})
