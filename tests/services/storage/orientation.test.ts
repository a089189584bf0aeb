import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeHeic, makeJpeg, makePng, withCleanAperture } from '../../support/pictures.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { expectQuarters } from './expectQuarters.ts'

/** Tests one kind of database only, because pictures are not stored in the database. */
describe('a picture', () => {
  const services = new ServiceGroup('the embedded database', ['storage', 'photos'])

  test.each([
    ['a JPEG', makeJpeg, 1],
    ['a JPEG turned upside down', makeJpeg, 3],
    ['a JPEG turned right', makeJpeg, 6],
    ['a JPEG turned left', makeJpeg, 8],
    ['a PNG', makePng, 1],
    ['a HEIC', makeHeic, 1],
    ['a HEIC turned right', makeHeic, 6],
  ])('%s is shown upright in every rendition', async (_what, make, orientation) => {
    const customer = services.newCustomer()
    expect(await customer.upload(await make({ width: 900, height: 600, orientation }))).toMatchObject({ status: 200 })
    const [photo] = await customer.photosOf(1)
    expect(photo).toMatchObject({ visibleWidth: 900, visibleHeight: 600 })
    for (const thumbnail of photo?.thumbnails ?? []) {
      await expectQuarters(await customer.read(thumbnail.url), thumbnail)
    }
    expect(photo?.thumbnails.map(({ width }) => width)).toEqual([300, 800, 900])
  })

  test.each([1, 6])('a HEIC with a clean aperture shows only this part, at orientation %d', async (orientation) => {
    const customer = services.newCustomer()
    // The aperture is measured in the coded picture, before rotation: 360 × 240 pixels of 600 × 400, or of 400 × 600.
    const heic = await makeHeic({ width: 600, height: 400, orientation })
    const [across, down] = orientation === 1 ? [360, 240] : [240, 360]
    await customer.upload(withCleanAperture(heic, across, down, orientation === 1 ? 60 : 0))
    const [photo] = await customer.photosOf(1)
    expect(photo).toMatchObject({ visibleWidth: 360, visibleHeight: 240 })
    const response = await customer.read(photo?.thumbnails.at(-1)?.url ?? '')
    const { data, info } = await sharp(await response.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 360, height: 240 })
    // At orientation 1 the aperture is 60 pixels right of the middle, so the border between red and green is at a third
    // of its width.
    const greenAt = (column: number): number => data[(30 * info.width + column) * info.channels + 1] ?? 0
    const border = orientation === 1 ? 120 : 180
    expect(greenAt(border - 12)).toBeLessThan(90)
    expect(greenAt(border + 12)).toBeGreaterThan(110)
  })

  test('the EXIF orientation of a HEIC is ignored', async () => {
    const customer = services.newCustomer()
    const heic = await makeHeic({ width: 900, height: 600, orientation: 6 })
    // Some cameras write such files: the container says that the picture is upright.
    heic.write('free', heic.indexOf('irot'), 'latin1')
    await customer.upload(heic)
    expect(await customer.photosOf(1)).toMatchObject([{ visibleWidth: 600, visibleHeight: 900 }])
  })
})
