import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type UploadItemActions, UploadListItem } from './UploadListItem.tsx'
import type { UploadItem } from './uploadTypes.ts'
import styles from './UploadList.module.css'

const rowHeight = 76
const overscanRows = 6
/** The number of rows until the list has been measured. */
const initialRows = 12

interface UploadListProps {
  readonly items: readonly UploadItem[]
  readonly actions: UploadItemActions
}

interface View {
  readonly first: number
  readonly count: number
}

/**
 * A virtual list for thousands of files: renders the visible rows, some rows around them, and the row with the focus.
 */
export function UploadList({ items, actions }: UploadListProps) {
  const { formatMessage } = useIntl()
  const viewport = useRef<HTMLElement>(null)
  const [view, setView] = useState<View>({ first: 0, count: initialRows })
  const [focused, setFocused] = useState<string | null>(null)
  useEffect(() => {
    const node = viewport.current
    if (!node) return undefined
    const ends = [observeSize(node, setView), observeFocus(node, setFocused)]
    return () => ends.forEach((end) => end())
  }, [])
  const rows = items
    .map((item, index) => ({ item, index }))
    .filter(({ item, index }) => (index >= view.first && index < view.first + view.count) || item.id === focused)
  return (
    <section
      ref={viewport}
      aria-label={formatMessage({ id: 'upload.list' })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach and scroll the list
      tabIndex={0}
      className={styles.viewport}
      onScroll={({ currentTarget }) => setView((before) => viewOf(currentTarget, before))}
    >
      <ul className={styles.list} style={{ height: items.length * rowHeight }}>
        {rows.map(({ item, index }) => (
          <li
            key={item.id}
            data-id={item.id}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className={styles.row}
            style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
          >
            <UploadListItem item={item} actions={actions} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function observeSize(node: HTMLElement, setView: Dispatch<SetStateAction<View>>): () => void {
  if (!('ResizeObserver' in globalThis)) return () => undefined
  const observer = new ResizeObserver(() => setView((before) => viewOf(node, before)))
  observer.observe(node)
  return () => observer.disconnect()
}

/** Reports the row with the focus. Moves the focus to the list when a focused button, such as Retry, unmounts. */
function observeFocus(node: HTMLElement, setFocused: (id: string | null) => void): () => void {
  const focusIn = ({ target }: FocusEvent) =>
    setFocused((target instanceof Element && target.closest('li')?.dataset['id']) || null)
  const focusOut = () => {
    setFocused(null)
    requestAnimationFrame(() => {
      if (document.activeElement === null || document.activeElement === document.body) node.focus()
    })
  }
  node.addEventListener('focusin', focusIn)
  node.addEventListener('focusout', focusOut)
  return () => {
    node.removeEventListener('focusin', focusIn)
    node.removeEventListener('focusout', focusOut)
  }
}

/** The rows to render; the same object while they do not change. */
function viewOf({ scrollTop, clientHeight }: HTMLElement, before: View): View {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscanRows)
  const count = Math.max(initialRows, Math.ceil(clientHeight / rowHeight) + 2 * overscanRows)
  return first === before.first && count === before.count ? before : { first, count }
}
