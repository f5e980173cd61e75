"""Writes down what localstripe says of a payment, and the news that it signs.
usage: record_localstripe.py ADDRESS FOLDER"""
import http.server
import json
import pathlib
import sys
import urllib.error
import urllib.parse
import urllib.request

address, folder = sys.argv[1], pathlib.Path(sys.argv[2])
told = []


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        told.append((self.headers["stripe-signature"], body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def ask(path, **form):
    data = urllib.parse.urlencode(form).encode() if form else None
    request = urllib.request.Request(address + path, data, {"Authorization": "Bearer sk_test"})
    try:
        return urllib.request.urlopen(request, timeout=10).read()
    except urllib.error.HTTPError as error:
        return error.read()


def keep(name, text):
    assert text, name
    (folder / name).write_bytes(text)


hook = http.server.HTTPServer(("127.0.0.1", 0), Hook)
ask("/_config/webhooks/recorded", url=f"http://127.0.0.1:{hook.server_port}/", secret="whsec_peer")
card = {"card[number]": "4242424242424242", "card[exp_month]": 12, "card[exp_year]": 2030, "card[cvc]": 123}
method = json.loads(ask("/v1/payment_methods", type="card", **card))["id"]
order = {"metadata[order_id]": "01990000-0000-7000-8000-000000000001"}
intent = ask("/v1/payment_intents", amount=990, currency="usd", payment_method=method, confirm="true", **order)
path = f"/v1/payment_intents/{json.loads(intent)['id']}?expand[]=latest_charge"
keep("paid.json", ask(path))
keep("refund.json", ask("/v1/refunds", payment_intent=json.loads(intent)["id"]))
keep("given_back.json", ask(path))
keep("refused.json", ask("/v1/refunds", payment_intent="pi_none"))
while not any(b"payment_intent.succeeded" in body for _, body in told):
    hook.handle_request()
signature, body = next(news for news in told if b"payment_intent.succeeded" in news[1])
keep("news.signature", signature.encode())
keep("news.json", body)
