// The health check inside each container: node deploy/healthCheck.mjs http://127.0.0.1:4000/readyz
// Plain JavaScript without imports, so that it starts quickly: it runs every few seconds.
const deadlineMilliseconds = 4_000

const url = process.argv[2] ?? ''
const answer = await fetch(url, { signal: AbortSignal.timeout(deadlineMilliseconds) }).catch(() => null)
process.exit(answer?.status === 200 ? 0 : 1)
