"""Signs a customer in by the browser, and prints the names of the newest photos. Needs only Python."""

import base64
import hashlib
import http.server
import json
import os
import secrets
import urllib.parse
import urllib.request

KEEPSAKE = os.environ.get("KEEPSAKE", "http://localhost:4000")
CLIENT = "script"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def call(url, data=None, headers=None):
    request = urllib.request.Request(url, data=data, headers=headers or {})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


class Callback(http.server.BaseHTTPRequestHandler):
    answer = None

    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        if url.path != "/callback":
            self.send_error(404)
            return
        Callback.answer = dict(urllib.parse.parse_qsl(url.query))
        self.send_response(200)
        self.send_header("content-type", "text/plain")
        self.end_headers()
        self.wfile.write(b"You can close this window.")

    def log_message(self, *_):
        pass


def sign_in():
    discovery = call(f"{KEEPSAKE}/identity/.well-known/openid-configuration")
    server = http.server.HTTPServer(("127.0.0.1", 0), Callback)
    redirect_uri = f"http://127.0.0.1:{server.server_port}/callback"
    verifier, state = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
    query = urllib.parse.urlencode(
        {
            "client_id": CLIENT,
            "redirect_uri": redirect_uri,
            "response_type": "code",
            "scope": "openid photos:read",
            "state": state,
            "code_challenge": base64url(hashlib.sha256(verifier.encode()).digest()),
            "code_challenge_method": "S256",
        }
    )
    print(f"Open {discovery['authorization_endpoint']}?{query}", flush=True)
    while Callback.answer is None:
        server.handle_request()
    answer = Callback.answer
    if answer.get("state") != state or "code" not in answer:
        raise SystemExit(f"Not signed in: {answer.get('error_description', 'another sign-in')}")
    fields = {
        "client_id": CLIENT,
        "grant_type": "authorization_code",
        "code": answer["code"],
        "redirect_uri": redirect_uri,
        "code_verifier": verifier,
    }
    return call(discovery["token_endpoint"], urllib.parse.urlencode(fields).encode())["access_token"]


token = sign_in()
result = call(
    f"{KEEPSAKE}/graphql",
    json.dumps({"query": "{ viewer { library { photos(first: 3) { edges { node { fileName } } } } } }"}).encode(),
    {"authorization": f"Bearer {token}", "content-type": "application/json"},
)
if "errors" in result:
    raise SystemExit(result["errors"][0]["message"])
for edge in result["data"]["viewer"]["library"]["photos"]["edges"]:
    print(edge["node"]["fileName"])
