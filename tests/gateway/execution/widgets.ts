import type { EntryPlace } from '../../../gateway/upstream/widgets/galleryClient.ts'
import { buildEntry, buildLink, buildWidget } from '../../support/widgets.ts'
import type { Random } from './random.ts'

type Answer = (question: string, make: (random: Random) => unknown) => Promise<unknown>

/** The clients for online books, with generated responses. */
export function createWidgets(answer: Answer) {
  const widgets = {
    cursorAfter: () => null,
    canList: async () => true,
    list: (...asked: unknown[]) =>
      answer(`widgets ${JSON.stringify(asked)}`, (random) => ({
        next: random.chance(0.5) ? 'further' : null,
        total: random.below(9),
        items: Array.from({ length: random.below(4) }, () => widget(random)),
      })),
    find: (code: string) => answer(`widget ${code}`, (random) => (random.chance(0.3) ? null : widget(random))),
    findOfOrders: (codes: readonly string[]) =>
      answer(`widgets of ${codes.join()}`, (random) => [widget(random), widget(random)]),
    findLinks: (code: string) =>
      answer(`links of ${code}`, (random) => (random.chance(0.3) ? null : [link(random), link(random)])),
    isBlocked: (code: string) => answer(`blocked ${code}`, (random) => random.chance(0.5)),
  }
  const gallery = {
    find: (places: readonly EntryPlace[]) =>
      answer(`entries ${JSON.stringify(places)}`, (random) =>
        places.map(() => (random.chance(0.3) ? null : buildEntry(random.below(3)))),
      ),
    listCategories: (locale: string) => answer(`categories ${locale}`, () => [{ id: 'travel', name: 'Travel' }]),
    pageOfBook: async (items: readonly unknown[]) => ({ items, total: items.length, next: null }),
    findBook: (token: string) =>
      answer(`book ${token}`, (random) => (random.chance(0.3) ? null : { title: 'Book', pages: pages(random) })),
  }
  return { widgets, gallery }
}

function widget(random: Random): unknown {
  const state = random.pick(['preparing', 'ready', 'failed', 'blocked', 'deleted'] as const)
  const publicUrl = random.pick([null, 'https://books.test/books/1'])
  return buildWidget(random.below(3), { state, publicUrl })
}

function link(random: Random): unknown {
  const state = random.pick(['sending', 'sent', 'notSent', 'active', 'expired', 'ended'] as const)
  return buildLink({ state, reason: random.pick([null, 'TOO_MANY_MAILS'] as const) })
}

function pages(random: Random): unknown[] {
  return Array.from({ length: random.below(4) }, (_, index) => ({
    number: index + 1,
    takenOn: random.pick([null, '2026-05-01']),
    hasPicture: random.chance(0.7),
  }))
}
