import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createIntl } from 'react-intl'
import { describe, expect, test } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import {
  cameraText,
  dimensionsText,
  exposureText,
  mapUrl,
} from '../../../web/pages/library/preview/informationTexts.ts'
import { takenText } from '../../../web/pages/library/preview/informationTimes.ts'
import { previewPath, timelinePath } from '../../../web/shared/paths.ts'
import { informationOf, renderPreview } from './renderPreview.tsx'

const button = () => screen.getByRole('button', { name: 'Information' })
const panel = () => screen.getByRole('complementary', { name: 'Information' })

/** The facts in the panel, by their labels. */
function facts(): Record<string, string | null | undefined> {
  const terms = [...panel().querySelectorAll('dt')]
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
}

describe('the information panel', () => {
  test('loads when it is opened, and shows all details', async () => {
    const { settle, pending, router, user } = await renderPreview('p2')
    await settle()
    expect(pending('InformationPanelQuery')).toEqual([])
    await user.click(button())
    await screen.findByRole('complementary')
    expect(router.state.location.search).toBe('?info')
    expect(pending('InformationPanelQuery', 'p2')).toHaveLength(1)
    await settle()
    expect(facts()).toEqual({
      Taken: 'Thursday, 09 May 2024, 23:30 (UTC+02:00)',
      Uploaded: 'Saturday, 01 Jun 2024, 08:05',
      'File name': 'p2.jpg',
      Dimensions: '4,000 × 3,000 (12 megapixels)',
      'File size': '3.25\u00a0MB',
      Camera: 'FUJIFILM X-T4',
      Lens: 'XF35mmF1.4 R',
      Exposure: '1/250 s · f/2.8 · 35 mm · ISO 200',
      Place: 'Show on a map (opens in a new window)',
      Coordinates: '52.37022° 4.89517°',
      'Print quality':
        '10 × 15 cmExcellent13 × 18 cmExcellent20 × 30 cmExcellent30 × 45 cmGood40 × 60 cmAcceptable50 × 75 cmLow',
    })
    const map = screen.getByRole('link', { name: /Show on a map/ })
    expect(map.getAttribute('target')).toBe('_blank')
    expect(map.getAttribute('href')).toContain('mlat=52.370216&mlon=4.895168')
  })

  test('keeps the camera and the coordinates behind Details, which stays open on the next photo', async () => {
    const { settle, user, router } = await renderPreview('p2', { search: '?info' })
    await settle()
    const details = () => within(panel()).getByText('Details').closest('details')
    expect(details()?.open).toBe(false)
    const terms = [...(details()?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)
    expect(terms).toEqual(['Camera', 'Lens', 'Exposure', 'Coordinates'])
    await user.click(within(panel()).getByText('Details'))
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(router.state.location.pathname).toBe(previewPath('p3')))
    await settle()
    await waitFor(() => expect(facts()['File name']).toBe('p3.jpg'))
    expect(details()?.open).toBe(true)
  })

  test('leaves out unknown details', async () => {
    const { answer, user, settle } = await renderPreview('p2')
    await settle()
    await user.keyboard('i')
    const photo = { ...informationOf('p2'), dateTaken: null, dateTakenOffset: null, location: null, width: null }
    const details = Object.fromEntries(Object.keys(photo.details).map((key) => [key, null]))
    await answer('InformationPanelQuery', 'p2', { data: { photo: { ...photo, details } } })
    await waitFor(() => expect(Object.keys(facts())).toEqual(['Uploaded', 'File name']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('says why the picture cannot be shown', async () => {
    const { answer, user, settle } = await renderPreview('p2')
    await settle()
    await user.keyboard('i')
    const photo = { ...informationOf('p2'), pictureProblem: 'UNREADABLE' }
    await answer('InformationPanelQuery', 'p2', { data: { photo } })
    await waitFor(() => expect(facts()['Picture']).toBe('The file is damaged, or it’s a type we can’t read.'))
    expect(facts()['Print quality']).toBe('Cannot be printed')
  })

  test('shows a partial failure beside the other details, with Retry', async () => {
    const { answer, user, settle } = await renderPreview('p2')
    await settle()
    await user.keyboard('i')
    await answer('InformationPanelQuery', 'p2', { data: { photo: { ...informationOf('p2'), details: null } } })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The details of this photo could not be loaded.')
    expect(facts()['File name']).toBe('p2.jpg')
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await settle()
    await waitFor(() => expect(facts()['File size']).toBe('3.25\u00a0MB'))
  })

  test('shows a failure with Retry; the photo stays', async () => {
    const { fail, user, settle } = await renderPreview('p2')
    await settle()
    await user.keyboard('i')
    await fail('InformationPanelQuery', 'p2')
    expect((await screen.findByRole('alert')).textContent).toContain('Error: The information could not be loaded')
    expect(screen.getByRole('figure')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await settle()
    await waitFor(() => expect(facts()['File name']).toBe('p2.jpg'))
  })

  test('takes the focus, and returns it when it is closed', async () => {
    const { settle, user } = await renderPreview('p2')
    await settle()
    await user.click(button())
    await waitFor(() => expect(document.activeElement).toBe(panel()))
    expect(button().getAttribute('aria-expanded')).toBe('true')
    expect(button().getAttribute('aria-controls')).toBe(panel().id)
    await user.click(screen.getByRole('button', { name: 'Close the information' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(document.activeElement).toBe(button())
    expect(button().getAttribute('aria-expanded')).toBe('false')
  })

  test('is open if the URL says so, without taking the focus', async () => {
    const { settle } = await renderPreview('p2', { from: 'address', search: '?info' })
    await settle()
    await screen.findByRole('complementary')
    await waitFor(() => expect(facts()['File name']).toBe('p2.jpg'))
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('is closed by Back, by the key i and by Escape; the next Escape closes the view', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    for (const close of [
      () => act(() => router.navigate(-1)),
      () => user.keyboard('i'),
      () => user.keyboard('{Escape}'),
    ]) {
      // With Caps Lock, the key i gives a capital letter.
      await user.keyboard('I')
      await screen.findByRole('complementary')
      await close()
      await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
      expect(router.state.location.pathname + router.state.location.search).toBe(previewPath('p2'))
    }
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
  })

  test('stays open during steps; Back closes it, and the shown photo stays', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('i')
    await settle()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(router.state.location.pathname).toBe(previewPath('p3')))
    await settle()
    await waitFor(() => expect(facts()['File name']).toBe('p3.jpg'))
    await act(() => router.navigate(-1))
    await settle()
    await waitFor(() => expect(router.state.location.pathname).toBe(previewPath('p3')))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(within(screen.getByRole('figure')).getByText('p3.jpg')).toBeDefined()
    await act(() => router.navigate(-1))
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
  })

  test('a step immediately after the panel is closed counts once, and the panel stays closed', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('i')
    await settle()
    for (const key of ['i', 'ArrowRight']) fireEvent.keyDown(document.body, { key })
    await waitFor(() => expect(router.state.location.pathname).toBe(previewPath('p3')))
    expect(router.state.location.search).toBe('')
    await settle()
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
  })

  test.each(['Escape', 'i'])('%s immediately after the panel is closed does not affect another page', async (key) => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('i')
    await settle()
    for (const pressed of ['Escape', key]) fireEvent.keyDown(document.body, { key: pressed })
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    await act(async () => undefined)
    expect(router.state.location.pathname + router.state.location.search).toBe(previewPath('p2'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
  })

  test('does not have to be closed before the view is closed', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('i')
    await screen.findByRole('complementary')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
    expect(router.state.historyAction).toBe('POP')
  })

  test('cancels its request when the view steps to another photo', async () => {
    const { settle, pending, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('i')
    await screen.findByRole('complementary')
    expect(pending('InformationPanelQuery', 'p2')).toHaveLength(1)
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(router.state.location.pathname).toBe(previewPath('p3')))
    await waitFor(() => expect(pending('InformationPanelQuery', 'p2')).toEqual([]))
    expect(pending('InformationPanelQuery', 'p3')).toHaveLength(1)
  })

  test('lists the keyboard shortcuts', async () => {
    const { settle, user } = await renderPreview('p2', { search: '?info' })
    await settle()
    await user.click(await screen.findByText('Keyboard shortcuts'))
    const keys = within(within(panel()).getAllByRole('group')[1] ?? panel()).getByRole('list')
    for (const key of [
      'Previous and next photo',
      'Delete',
      'Information',
      'Close',
      'In a list, while selecting: select all photos',
    ]) {
      expect(within(keys).getByText(key)).toBeDefined()
    }
  })
})

describe('the texts of the details', () => {
  const intl = createIntl({ locale: 'en-GB', messages, timeZone: 'UTC' })

  test.each([
    [4000, 3000, '4,000 × 3,000 (12 megapixels)'],
    [1920, 1080, '1,920 × 1,080 (2.1 megapixels)'],
    [160, 120, '160 × 120 (0.1 megapixels)'],
    [null, 120, null],
  ])('a size of %j × %j pixels reads %s', (width, height, text) => {
    expect(dimensionsText({ width, height }, intl)).toBe(text)
  })

  test.each([
    ['Canon', 'Canon EOS R6', 'Canon EOS R6'],
    ['NIKON CORPORATION', 'NIKON D750', 'NIKON D750'],
    ['Apple', 'iPhone 13', 'Apple iPhone 13'],
    ['Apple', null, 'Apple'],
    [null, 'X-T4', 'X-T4'],
    [null, null, null],
  ])('a camera of the make %j and the model %j reads %s', (make, model, text) => {
    expect(cameraText(make, model)).toBe(text)
  })

  test.each([
    [{ exposureTime: 0.004, fNumber: 2.8, focalLength: 35, sensitivity: 200 }, '1/250 s · f/2.8 · 35 mm · ISO 200'],
    [{ exposureTime: 2.5 }, '2.5 s'],
    [{ exposureTime: 0.3 }, '0.3 s'],
    [{ sensitivity: 3200 }, 'ISO 3200'],
    [{}, null],
  ])('an exposure of %j reads %s', (exposure, text) => {
    expect(exposureText(exposure, intl)).toBe(text)
  })

  test('capture times are in local time, and missing if the camera’s clock was never set', () => {
    expect(takenText({ dateTaken: '2024-05-09T23:30:00' }, intl)).toBe('Thursday, 09 May 2024, 23:30')
    expect(takenText({ dateTaken: '1970-01-01T00:00:00', dateTakenOffset: '+02:00' }, intl)).toBeNull()
    expect(takenText({ dateTaken: null }, intl)).toBeNull()
  })

  test('a place links to a map', () => {
    expect(mapUrl({ latitude: -33.5, longitude: 151 })).toBe(
      'https://www.openstreetmap.org/?mlat=-33.5&mlon=151#map=15/-33.5/151',
    )
  })
})
