import { describe, expect, test } from 'vitest'
import {
  type ToolbarAction,
  type ToolbarSituation,
  blockerOf,
} from '../../../web/pages/library/photo-actions/toolbar/toolbarRules.ts'

const actions = ['download', 'copyToAlbum', 'delete', 'order', 'removeFromAlbum'] as const

function blocker(action: ToolbarAction, situation: Partial<ToolbarSituation> = {}) {
  return blockerOf(action, { amount: 1, isShared: false, maxPerOrder: 1_000, ...situation })
}

describe('an action of the toolbar', () => {
  test.each(actions)('%s is enabled for a selected photo', (action) => {
    expect(blocker(action)).toBeNull()
  })

  test.each(actions)('%s is disabled with nothing selected', (action) => {
    expect(blocker(action, { amount: 0 })).toEqual({ message: 'selection.nothing' })
  })

  test('download takes up to 100 photos', () => {
    expect(blocker('download', { amount: 100 })).toBeNull()
    expect(blocker('download', { amount: 101 })).toEqual({ message: 'selection.tooManyToDownload', most: 100 })
    expect(blocker('delete', { amount: 101 })).toBeNull()
  })

  test('order takes up to 1,000 photos, as the editor does', () => {
    expect(blocker('order', { amount: 1_000 })).toBeNull()
    expect(blocker('order', { amount: 1_001 })).toEqual({ message: 'printOrder.tooMany', most: 1_000 })
  })

  test.each(actions.filter((action) => action !== 'download'))(
    '%s is unavailable for shared albums, whatever is selected',
    (action) => {
      for (const amount of [0, 1, 5_000]) {
        expect(blocker(action, { isShared: true, amount })).toEqual({ message: 'selection.sharedAlbum' })
      }
    },
  )

  test('download is allowed in shared albums', () => {
    expect(blocker('download', { isShared: true })).toBeNull()
  })
})
