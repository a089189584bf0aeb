import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { previewPath } from '../../../web/shared/paths.ts'
import { renderPreview, shownName } from '../preview/renderPreview.tsx'
import { assign, cleanUp, hurry, installNavigation, overlay, selectionAnswer, withoutPicture } from './printKit.ts'

beforeEach(installNavigation)
afterEach(cleanUp)

/** Opens a photo full screen and presses Order prints. */
async function orderPhoto() {
  const view = await renderPreview('p2')
  await view.settle()
  await view.user.click(screen.getByRole('button', { name: 'Order prints' }))
  const operation = await view.asked('usePrintOrderMutation')
  const answer = (data: object) => view.environment.mock.resolve(operation, { data: { ...data } })
  return { ...view, operation, answer }
}

describe('ordering a print of the shown photo', () => {
  test('transfers this photo and opens the editor', async () => {
    hurry()
    const { operation, answer } = await orderPhoto()
    expect(operation.request.variables).toEqual({ input: { photoIds: ['p2'] } })
    await overlay(1)
    answer(selectionAnswer())
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(assign.mock.calls[0]?.[0]).toContain('tempSelectionId=selection-1')
  })

  test('can be cancelled by Escape; until then, keys do not affect the photo', async () => {
    const { user, answer, router } = await orderPhoto()
    await overlay(1)
    await user.keyboard('{ArrowRight}i')
    expect(router.state.location).toMatchObject({ pathname: previewPath('p2'), search: '' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Order prints' })).toBe(document.activeElement))
    answer(selectionAnswer())
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
    expect(assign).not.toHaveBeenCalled()
  })

  test('reports a failure, and says that a photo without a picture cannot be printed', async () => {
    hurry()
    const { user, environment, operation, asked } = await orderPhoto()
    environment.mock.reject(operation, new Error('down'))
    expect(await screen.findByText('Error transferring photos. Try again.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Order prints' }))
    environment.mock.resolve(await asked('usePrintOrderMutation'), { data: withoutPicture })
    expect(await screen.findByRole('dialog', { name: '1 photo cannot be printed' })).toBeTruthy()
  })

  test('is cancelled by leaving the photo', async () => {
    const { router, answer } = await orderPhoto()
    await overlay(1)
    await router.navigate('/my-photos/photos')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    answer(selectionAnswer())
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(assign).not.toHaveBeenCalled()
  })

  test('is not offered on a stripped page', async () => {
    const { settle } = await renderPreview('p2', { search: '?stripped' })
    await settle()
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Order prints' })).toBeNull()
  })
})
