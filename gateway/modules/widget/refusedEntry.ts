import type { WidgetRefusal } from '../../upstream/widgets/refusals.ts'
import { invalidGalleryEntry, unexpected, unknownChannel, widgetBlocked, widgetNotReady } from './refusals.ts'

/** The result when an entry cannot be published or changed, for the reasons that both have. */
export function refusedEntry(refused: WidgetRefusal) {
  switch (refused.refusal) {
    case 'blocked':
      return widgetBlocked
    case 'notReady':
      return widgetNotReady
    case 'invalidTitle':
      return invalidGalleryEntry('TITLE')
    case 'invalidDescription':
      return invalidGalleryEntry('DESCRIPTION')
    case 'unknownCategory':
      return invalidGalleryEntry('CATEGORIES')
    case 'unknownChannel':
      throw unknownChannel()
    default:
      throw unexpected(refused)
  }
}
