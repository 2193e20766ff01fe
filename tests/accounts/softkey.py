"""A software passkey that answers the site's challenges as a phone would."""

import json
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

ORIGIN = "http://localhost"
ID = b"a key in a test"


class SoftKey:
    """A key for `localhost`; unless it `verifies`, it asks for neither finger nor PIN."""

    def __init__(self, *, verifies: bool = True) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.counter = 0  # the key's use counter
        self.flags = AuthenticatorData.FLAG.UP | (AuthenticatorData.FLAG.UV if verifies else 0)

    def register(self, options: dict[str, Any], origin: str = ORIGIN) -> str:
        """Return the answer to `js_data["creation_options"]` as JSON."""
        self.user_handle = options["publicKey"]["user"]["id"]
        cose = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        public = AttestedCredentialData.create(Aaguid.NONE, ID, cose)
        data = AuthenticatorData.create(self._party(), self.flags | AuthenticatorData.FLAG.AT, 0, public)
        client = self._client("webauthn.create", options, origin)
        attestation = AttestationObject.create("none", data, {})
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def sign_in(self, options: dict[str, Any], origin: str = ORIGIN) -> str:
        """Return the answer to `request_options` as JSON."""
        self.counter += 1
        data = AuthenticatorData.create(self._party(), self.flags, self.counter)
        client = self._client("webauthn.get", options, origin)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _client(self, kind: str, options: dict[str, Any], origin: str) -> bytes:
        return CollectedClientData.create(kind, options["publicKey"]["challenge"], origin)

    def _party(self) -> bytes:
        return sha256(b"localhost").digest()

    def _answer(self, **parts: bytes) -> str:
        response = {name: websafe_encode(part) for name, part in parts.items()}
        response["userHandle"] = self.user_handle
        return json.dumps(
            {"id": websafe_encode(ID), "rawId": websafe_encode(ID), "type": "public-key", "response": response}
        )
