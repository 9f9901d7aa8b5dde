interface Options {
  challenge: string
  user?: { id: string }
  excludeCredentials?: { id: string }[]
  allowCredentials?: { id: string }[]
}

/** Passkeys exist only where the browser has them and the connection is safe. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && Boolean(navigator.credentials)
}

/** Asks the browser for a new passkey; null when the member thinks better of it. */
export async function makePasskey(options: unknown): Promise<unknown> {
  const credential = await given(() =>
    navigator.credentials.create({ publicKey: decoded(options as Options) as never }),
  )
  if (!credential) return null
  const { clientDataJSON, attestationObject } = credential.response as AuthenticatorAttestationResponse
  return encoded(credential, { clientDataJSON, attestationObject })
}

/** Asks the browser for a passkey to log in with; null when the member thinks better of it. */
export async function signWithPasskey(options: unknown): Promise<unknown> {
  const credential = await given(() => navigator.credentials.get({ publicKey: decoded(options as Options) as never }))
  if (!credential) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse
  return encoded(credential, { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) })
}

async function given(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null
  } catch (error) {
    // Cancelled, timed out, or there already: the browser has shown the member which.
    if (error instanceof DOMException) return null
    throw error
  }
}

function decoded(options: Options) {
  const withBytes = (each: { id: string }) => ({ ...each, id: bytesOf(each.id) })
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    ...(options.user && { user: withBytes(options.user) }),
    ...(options.excludeCredentials && { excludeCredentials: options.excludeCredentials.map(withBytes) }),
    ...(options.allowCredentials && { allowCredentials: options.allowCredentials.map(withBytes) }),
  }
}

function encoded(credential: PublicKeyCredential, response: Record<string, ArrayBuffer>) {
  const named = Object.fromEntries(Object.entries(response).map(([name, content]) => [name, textOf(content)]))
  return { id: credential.id, rawId: textOf(credential.rawId), type: credential.type, response: named }
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

export function textOf(content: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(content))
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
