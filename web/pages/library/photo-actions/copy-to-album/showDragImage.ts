import styles from './showDragImage.module.css'

/** Sets the image under the mouse while photos are dragged: a small picture and the number of photos. */
export function showDragImage({ dataTransfer, target }: DragEvent, label: string): void {
  if (!dataTransfer || !(target instanceof HTMLElement)) return
  // Removes the tile's link, which the browser has put into the drag data.
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
  // When the timer ends, the browser has copied the image.
  setTimeout(() => image.remove())
}

function pictureOf(tile: HTMLElement): string {
  const source = tile.querySelector('img')?.currentSrc
  return source === undefined || source === '' ? '' : `url(${JSON.stringify(source)})`
}
