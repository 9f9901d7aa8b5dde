import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The visitor that a page is for, as the gateway names them. Their cookies are no part of it. */
export interface Visitor {
  host: string
  address: string
}

/** Longest wait for a service: after it the page goes out empty, and its script asks. */
const deadline = 1_000

/** Asks services for what pages are drawn with. */
export function createUpstream(services: { identity: string; billing: string }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })

  /** The body of a successful answer. Rejects after the deadline, and for any other status than 200. */
  function ask(service: keyof typeof services, path: string, { host, address }: Visitor): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { host, 'x-forwarded-for': address, 'x-request-type': 'app', accept: '*/*' }
      const asked = request(`http://${services[service]}${path}`, { agent, headers }, (answer) => {
        const body = text(answer)
        if (answer.statusCode === 200) body.then(resolve, reject)
        else body.then(() => reject(new Error(`${path}: ${answer.statusCode}`)), reject)
      })
      const timer = setTimeout(() => asked.destroy(new Error(`${path}: no answer in time`)), deadline)
      asked.on('close', () => clearTimeout(timer)).on('error', reject)
      asked.end()
    })
  }

  return { ask }
}

export type Upstream = ReturnType<typeof createUpstream>
