import { type RefObject, useEffect, useRef } from 'react'
import { useSession } from '../../app/sessionContext.ts'
import { preferences } from '../../app/storage.ts'
import { daysUntil } from './daysUntil.ts'

/** The parts of the overview that arrive after the first view. The next view reserves space for them. */
type Part = 'latestOrder' | 'orderByDates'

const keyOf = (part: Part) => `keepsake.overview.${part}`

/**
 * The height (px) that a part had at the last view of the overview by this account in this browser. Null if it was not
 * shown, or its last day is over.
 */
export function keptHeight(part: Part, accountId: string): number | null {
  const [account, height, lastDay] = preferences.getItem(keyOf(part))?.split(' ') ?? []
  const isOver = lastDay !== undefined && daysUntil(lastDay) < 0
  return accountId !== '' && account === accountId && !isOver ? Number(height) : null
}

/**
 * Stores for the next view whether a part is shown, and how high it is.
 * @param isShown null while this is unknown: the memory then stays as it is
 * @param lastDay the last day on which the part is shown, such as `2026-12-24`; by default there is none
 * @returns the ref of the element of the part
 */
export function usePartMemory(part: Part, isShown: boolean | null, lastDay?: string): RefObject<HTMLElement | null> {
  const { accountId } = useSession()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isShown === null) return undefined
    const element = ref.current
    const remember = () => {
      const facts = element ? [accountId, element.offsetHeight, ...(lastDay === undefined ? [] : [lastDay])] : []
      preferences.setItem(keyOf(part), facts.join(' '))
    }
    remember()
    if (!element) return undefined
    const observer = new ResizeObserver(remember)
    observer.observe(element)
    return () => observer.disconnect()
  }, [part, isShown, lastDay, accountId])
  return ref
}
