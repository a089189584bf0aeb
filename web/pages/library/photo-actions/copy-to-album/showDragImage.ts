import styles from './showDragImage.module.css'

/** What is seen under the mouse while photos are dragged: the picture in small, and how many they are. */
export function showDragImage({ dataTransfer, target }: DragEvent, label: string): void {
  if (!dataTransfer || !(target instanceof HTMLElement)) return
  // A link brings its address along, which is not what is dragged.
  dataTransfer.clearData()
  dataTransfer.setData('application/x-keepsake-photos', label)
  dataTransfer.effectAllowed = 'copy'
  const image = document.createElement('div')
  image.className = styles['image'] ?? ''
  image.style.backgroundImage = pictureOf(target)
  const badge = document.createElement('span')
  badge.className = styles['badge'] ?? ''
  badge.textContent = label
  image.append(badge)
  document.body.append(image)
  dataTransfer.setDragImage(image, 24, 24)
  // The browser has drawn it by then.
  setTimeout(() => image.remove())
}

function pictureOf(tile: HTMLElement): string {
  const source = tile.querySelector('img')?.currentSrc
  return source === undefined || source === '' ? '' : `url(${JSON.stringify(source)})`
}
