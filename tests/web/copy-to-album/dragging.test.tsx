import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { afterEach, describe, expect, test } from 'vitest'
import { closeToasts } from '../deletion/deletionKit.tsx'
import { box, open, selected, setUpSelecting, tile } from '../selection/renderSelecting.ts'
import { albumsAnswer, monthAnswer } from './answers.ts'

setUpSelecting()
afterEach(closeToasts)

type App = Awaited<ReturnType<typeof open>>

/** The data transfer object of a drag. */
function transfer() {
  const held = new Map<string, string>([['text/uri-list', 'https://keepsake.test/']])
  return {
    effectAllowed: 'uninitialized',
    types: ['application/x-keepsake-photos'],
    clearData: () => held.clear(),
    setData: (type: string, text: string) => held.set(type, text),
    setDragImage: () => undefined,
    held,
  }
}

/** Presses the mouse on a photo and starts to drag it. Returns the data transfer; null if the page prevents it. */
function drag(photo: HTMLElement, pointerType = 'mouse'): ReturnType<typeof transfer> | null {
  fireEvent.pointerDown(photo, { pointerType, button: 0, buttons: 1 })
  if (!photo.draggable) return null
  const dataTransfer = transfer()
  return fireEvent.dragStart(photo, { dataTransfer }) ? dataTransfer : null
}

/** Drags with the mouse as soon as dragging is enabled, which is after the photos are shown. */
function dragSoon(photo: HTMLElement): Promise<ReturnType<typeof transfer>> {
  return waitFor(() => {
    const held = drag(photo)
    if (!held) throw new Error('The photo cannot be dragged')
    return held
  })
}

async function tray(app: App): Promise<HTMLElement> {
  const found = await screen.findByRole('region', { name: 'Drop on an album to copy' })
  await app.answer('AlbumTrayQuery', albumsAnswer(['Summer', 'Winter is long']))
  return found
}

async function cards(region: HTMLElement): Promise<(string | null)[]> {
  await within(region).findByText('Summer')
  return within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

/** Drops the dragged photo. Returns true if the element accepts photos. */
function drop(on: HTMLElement, from: HTMLElement): boolean {
  const isAccepted = !fireEvent(on, createEvent.dragOver(on))
  fireEvent.drop(on)
  fireEvent.dragEnd(from)
  return isAccepted
}

/** Drags the photo from one element to another. Sets `relatedTarget` itself, because jsdom has no `DragEvent`. */
function leave(from: Element, to: Element): void {
  fireEvent(from, Object.defineProperty(createEvent.dragLeave(from), 'relatedTarget', { value: to }))
}

describe('dragging photos', () => {
  test('a tray appears with the albums, most recently changed first, and New album at the end', async () => {
    const app = await open()
    const held = await dragSoon(await tile(1))
    expect(held.effectAllowed).toBe('copy')
    expect([...held.held]).toEqual([['application/x-keepsake-photos', '1 photo']])
    const region = await tray(app)
    expect(await cards(region)).toEqual(['Summer 3 photos', 'Winter is long 3 photos', 'New album'])
    expect(within(region).getByRole('status').textContent).toBe(
      'You are dragging 1 photo. Drop on an album to copy, or press Escape to cancel.',
    )
  })

  test('an album deleted since the last drag is no longer a target; the other albums are', async () => {
    const app = await open()
    const photo = await tile(1)
    await dragSoon(photo)
    await cards(await tray(app))
    fireEvent.dragEnd(photo)
    act(() => commitLocalUpdate(app.environment, (store) => store.delete('Winter is long')))
    await dragSoon(photo)
    const again = await screen.findByRole('region', { name: 'Drop on an album to copy' })
    expect(await cards(again)).toEqual(['Summer 3 photos', 'New album'])
  })

  test('the album under the photo is marked until the photo leaves the tray', async () => {
    const app = await open()
    const photo = await tile(1)
    await dragSoon(photo)
    const region = await tray(app)
    await cards(region)
    const marked = () => [...region.querySelectorAll('[data-over=true]')].map(({ textContent }) => textContent)
    const [summer, winter, next] = ['Summer', 'Winter is long', 'New album'].map((name) =>
      within(region).getByText(name),
    )
    const move = (from: Element, to: Element) => {
      fireEvent.dragEnter(to)
      leave(from, to)
    }
    if (!summer || !winter || !next) throw new Error('A target is missing')
    move(document.body, summer)
    expect(marked()).toEqual(['Summer 3 photos'])
    move(summer, winter)
    expect(marked()).toEqual(['Winter is long 3 photos'])
    move(winter, next)
    expect(marked()).toEqual(['New album'])
    // The photo is between two targets.
    fireEvent.dragOver(region)
    expect(marked()).toEqual([])
    move(region, summer)
    leave(summer, document.body)
    expect(marked()).toEqual([])
    fireEvent.dragEnd(photo)
  })

  test('dropping a photo on an album copies it there', async () => {
    const app = await open()
    const photo = await tile(1)
    await dragSoon(photo)
    const region = await tray(app)
    await cards(region)
    expect(drop(within(region).getByText('Summer'), photo)).toBe(true)
    const { request } = await app.asked('addChunkMutation')
    expect(request.variables['input']).toEqual({ albumId: 'Summer', photoIds: ['photo-1'] })
    expect(screen.queryByRole('region', { name: 'Drop on an album to copy' })).toBeNull()
  })

  test('dragging a selected photo copies the whole selection, and ends it', async () => {
    const app = await open()
    await app.user.click(await screen.findByRole('button', { name: 'Select' }))
    await screen.findByRole('toolbar')
    await app.user.click(box(2))
    await app.user.click(screen.getByRole('checkbox', { name: 'Select all photos of April 2024' }))
    const photo = box(2)
    expect([...(await dragSoon(photo)).held.values()]).toEqual(['70,001 photos'])
    const region = await tray(app)
    await cards(region)
    drop(within(region).getByText('Summer'), photo)
    expect(await screen.findByText('Finding your photos: 1 of 70,001')).toBeTruthy()
    await app.answer('collectSelectedQuery', monthAnswer(['april-1', 'april-2']))
    const { request } = await app.asked('addChunkMutation')
    expect(request.variables['input'].photoIds).toEqual(['photo-2', 'april-1', 'april-2'])
    await waitFor(() => expect(selected()).toEqual([]))
  })

  test('dragging a photo outside the selection copies only this photo', async () => {
    const app = await open()
    await app.user.click(await screen.findByRole('button', { name: 'Select' }))
    await screen.findByRole('toolbar')
    await app.user.click(box(2))
    expect([...(await dragSoon(box(0))).held.values()]).toEqual(['1 photo'])
  })

  test('photos that are being selected for prints cannot be dragged', async () => {
    const app = await open()
    await dragSoon(await tile(1))
    fireEvent.dragEnd(await tile(1))
    await act(async () => app.router.navigate('/my-photos/photos?order=prints'))
    await screen.findByRole('button', { name: /^Next: / })
    expect(drag(box(0))).toBeNull()
    await act(async () => app.router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Next: / })).toBeNull())
    expect(drag(await tile(0))).not.toBeNull()
  })

  test('New album asks for a name first', async () => {
    const app = await open()
    const photo = await tile(1)
    await dragSoon(photo)
    const region = await tray(app)
    drop(within(region).getByText('New album'), photo)
    expect(await screen.findByRole('textbox', { name: 'Album name' })).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('Escape, or a drop outside the albums, copies nothing', async () => {
    const app = await open()
    const photo = await tile(1)
    await dragSoon(photo)
    const first = await tray(app)
    await cards(first)
    const endings = [
      // The text above the albums is part of the tray, but no target.
      (region: HTMLElement) => expect(drop(within(region).getByText('Drop on an album to copy'), photo)).toBe(false),
      () => expect(drop(document.body, photo)).toBe(false),
      // After Escape, browsers fire `dragend`, but not `drop`.
      () => fireEvent.dragEnd(photo),
    ]
    for (const end of endings) {
      if (!first.isConnected) await dragSoon(photo)
      const region = await screen.findByRole('region', { name: 'Drop on an album to copy' })
      await cards(region)
      end(region)
      await waitFor(() => expect(region.isConnected).toBe(false))
      expect(app.pending('addChunkMutation')).toEqual([])
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(photo.draggable).toBe(false)
    }
  })

  test('a touch does not start a drag, because a long press selects', async () => {
    await open()
    const photo = await tile(1)
    await dragSoon(photo)
    fireEvent.dragEnd(photo)
    expect(drag(photo, 'touch')).toBeNull()
  })

  test('nothing can be dragged when the brand has no albums', async () => {
    await open({ features: { PhotoManagementTimelineViewEnabled: true, PhotoManagementAlbumViewEnabled: false } })
    // If the brand had albums, dragging would be enabled by now.
    await import('../../../web/pages/library/timeline/TimelineCompanions.tsx')
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(drag(await tile(1))).toBeNull()
  })
})
