/** Makes a server listen, and then sends its URL to the measuring process. */
export async function listen(app) {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ type: 'ready', url })
}
