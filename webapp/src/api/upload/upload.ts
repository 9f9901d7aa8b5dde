import { ApiError, isApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { address, apiHeaders, errorOf, statusOf, type Header } from '@/api/http'
import { withRetries } from '@/api/retry'
import type { ErrorBody } from '@/api/types'

interface Options {
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Posts a form with a file. Unlike fetch, this knows how far it is. Give the form an id, so that a repeat does it once. */
export async function upload<T>(path: string, form: FormData, options: Options): Promise<T> {
  const send = () => withRetries(() => once<T>(address(path), form, options), 2)
  try {
    return await send()
  } catch (error) {
    if (!isApiError(error, 'authentication_required')) throw error
    await api.get('user.php') // the token may just have run out
    return send()
  }
}

function once<T>(url: string, form: FormData, { onProgress, signal }: Options): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(apiHeaders)) request.setRequestHeader(name, value)
    const cancelled = () => reject(new DOMException('cancelled', 'AbortError'))
    request.upload.addEventListener(
      'progress',
      (event) => event.lengthComputable && onProgress(event.loaded / event.total),
    )
    request.addEventListener('load', () => {
      const body = request.response as ({ error?: ErrorBody } & T) | null
      const header: Header = (name) => request.getResponseHeader(name)
      const status = statusOf(request.status, header)
      if (status < 300 && body) return resolve(body)
      reject(errorOf(status, body, header))
    })
    request.addEventListener('error', () => reject(new ApiError(0, { code: 'offline', message: '' })))
    request.addEventListener('abort', cancelled)
    if (signal.aborted) return cancelled()
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
