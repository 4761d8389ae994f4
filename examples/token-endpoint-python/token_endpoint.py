"""Signs members in to Parley from a Python backend, with nothing but the standard library.

    python3 token_endpoint.py sign nora@example.com   prints the member's user_key
    python3 token_endpoint.py serve                   serves POST /api/parley-token on this machine

Settings come from the environment: PARLEY_URL, PARLEY_API_KEY, PARLEY_SHARED_SECRET and PORT (8000).
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import threading
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def sign_user_key(email: str, shared_secret: str) -> str:
    """The base64url HMAC-SHA256 of the normalized address, keyed with the decoded secret, without padding."""
    padding = "=" * (-len(shared_secret) % 4)
    key = base64.b64decode(shared_secret + padding, altchars=b"-_", validate=True)
    digest = hmac.new(key, email.strip().lower().encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def exchange(email: str) -> dict:
    """Exchanges the API key and a member's user_key for a token. Raises urllib.error.HTTPError when that is refused."""
    user_key = sign_user_key(email, os.environ["PARLEY_SHARED_SECRET"])
    request = urllib.request.Request(
        os.environ["PARLEY_URL"].rstrip("/") + "/v1/authenticate",
        data=json.dumps({"email": email, "user_key": user_key}).encode(),
        headers={"content-type": "application/json", "x-api-key": os.environ["PARLEY_API_KEY"]},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


class Tokens:
    """Keeps each member's token until ten minutes before it expires: the service takes 60 exchanges a minute.

    Members are signed in one after another, so that several pages of one member make one exchange.
    """

    def __init__(self) -> None:
        self._kept: dict[str, dict] = {}
        self._lock = threading.Lock()

    def token(self, email: str) -> dict:
        with self._lock:
            kept = self._kept.get(email)
            if kept is None or not self._is_good(kept):
                kept = self._kept[email] = exchange(email)
            return {"token": kept["token"], "expires_at": kept["expires_at"]}

    @staticmethod
    def _is_good(kept: dict) -> bool:
        expires_at = datetime.fromisoformat(kept["expires_at"].replace("Z", "+00:00"))
        return expires_at - datetime.now(timezone.utc) > timedelta(minutes=10)


class TokenEndpoint(BaseHTTPRequestHandler):
    tokens = Tokens()

    def do_POST(self) -> None:
        if self.path.partition("?")[0] != "/api/parley-token":
            return self.answer(404, {"code": "NOT_FOUND", "message": "Not found"})
        if self.headers.get("sec-fetch-site") == "cross-site":
            return self.answer(403, {"code": "CROSS_SITE", "message": "Pages of other sites get no token"})
        # Set by the proxy that signs people in. Yours may keep a session instead; a page must never be able to say it.
        email = (self.headers.get("x-forwarded-email") or "").strip().lower()
        if email == "":
            return self.answer(401, {"code": "NOT_SIGNED_IN", "message": "Sign in first"})
        try:
            return self.answer(200, self.tokens.token(email))
        except urllib.error.HTTPError as error:
            status = 429 if error.code == 429 else 502
            return self.answer(status, {"code": "SIGN_IN_FAILED", "message": "The service gave no token"})
        except OSError:
            return self.answer(503, {"code": "SERVICE_UNAVAILABLE", "message": "The service is not available"})

    def answer(self, status: int, body: dict) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("cache-control", "no-store")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def serve() -> None:
    # Only the proxy on this machine may ask: it is trusted to say who is signed in.
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), TokenEndpoint)
    print(f"Listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    if sys.argv[1:2] == ["sign"] and len(sys.argv) == 3:
        print(sign_user_key(sys.argv[2], os.environ["PARLEY_SHARED_SECRET"]))
    elif sys.argv[1:] == ["serve"]:
        serve()
    else:
        sys.exit(__doc__)
