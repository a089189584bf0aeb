import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUp, openSharedAlbum } from './sharedAlbumKit.ts'

afterEach(cleanUp)

const mutation = 'useSetLocationSharingMutation'
const successAnswer = (sharesLocations: boolean) => ({
  setLocationSharing: {
    __typename: 'SetLocationSharingSuccess',
    sharedAlbum: { __typename: 'SharedAlbum', id: 'norway', sharesLocations },
  },
})

async function openOption(sharesLocations: boolean) {
  const app = await openSharedAlbum({ viewerIsOwner: true, sharesLocations })
  await app.user.click(screen.getByRole('button', { name: '2 participants' }))
  const dialog = await screen.findByRole('dialog')
  const name = 'Show participants where my photos were taken'
  const option = await within(dialog).findByRole<HTMLInputElement>('checkbox', { name })
  return { app, dialog, option }
}

describe('the places of photos in a shared album', () => {
  test('are shared by the owner in the participants dialog, which says what participants see', async () => {
    const { app, dialog, option } = await openOption(false)
    expect(option.checked).toBe(false)
    expect(dialog.textContent).toContain('Participants do not see where your photos were taken.')
    expect(dialog.textContent).toContain('Files that they download still contain the position')
    await app.user.click(option)
    const { request } = await app.asked(mutation)
    expect(request.variables).toEqual({ input: { sharedAlbumId: 'norway', sharesLocations: true } })
    expect(option.checked).toBe(true)
    await app.answer(mutation, successAnswer(true))
    expect(option.checked).toBe(true)
    expect(dialog.textContent).toContain('Participants see where your photos in this album were taken.')
  })

  test.each([
    ['the call', 'error'],
    ['the search for the album', 'missing'],
  ])('stay shared if %s fails, and an alert says that the choice was not stored', async (_what, failure) => {
    const { app, dialog, option } = await openOption(true)
    await app.user.click(option)
    if (failure === 'error') await app.fail(mutation)
    else await app.answer(mutation, { setLocationSharing: { __typename: 'AlbumNotFound' } })
    await waitFor(() => expect(option.checked).toBe(true))
    const alert = await within(dialog).findByText(/^Your choice could not be stored/)
    expect(alert.getAttribute('role')).toBe('alert')
  })

  test('have no checkbox if the service does not offer this option', async () => {
    const { user } = await openSharedAlbum({ viewerIsOwner: true, sharesLocations: null })
    await user.click(screen.getByRole('button', { name: '2 participants' }))
    expect(within(await screen.findByRole('dialog')).queryByRole('checkbox')).toBeNull()
  })
})
