import { afterEach, describe, expect, test } from "vitest";
import { holdsSecret, isSecret } from "./secret-field";
import { isSecretName } from "./secret-names";

afterEach(() => document.body.replaceChildren());

function fieldIn(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.querySelector("[data-f]") as HTMLElement;
}

// security EX3: "password/card fields and `autocomplete=cc-*` never in payload"
describe("a field is for a secret", () => {
  test.each(
    [
      "password / Pass-code / userPin / user_pin / cardnumber / card_no / apiKey / CVV / security-code / recovery-phrase",
      "Contraseña / contrasena / Clave de acceso / Número de tarjeta / Código de seguridad",
      "Mot de passe / Numéro de carte / Code confidentiel / Phrase de récupération",
      "Passwort / Kennwort / kartennummer / Kreditkarte / Prüfziffer / Kontonummer / Sicherheitscode",
      "Senha / Número do cartão / Chave privada / Código",
      "Parola d'ordine / Numero della carta / Codice fiscale",
      "Wachtwoord / Kaartnummer / Rekeningnummer / Hasło / Numer karty / Lösenord / Kortnummer / Adgangskode",
      "Passord / Salasana / Korttinumero / Heslo / Číslo karty / Jelszó / Kártyaszám / Parolă / Număr card",
      "Lozinka / Broj kartice / Geslo / Slaptažodis / Parole / Parool / Şifre / Kart numarası / Contrasenya",
      "Kata sandi / Nomor kartu / Kata laluan / Nombor kad / Nenosiri / Mật khẩu / Số thẻ / Mã PIN",
      "Пароль / Номер карты / Код подтверждения / ПИН-код / Номер картки / Парола / Лозинка / Номер счёта",
      "Κωδικός πρόσβασης / Αριθμός κάρτας / סיסמה / מספר כרטיס / كلمة المرور / رقم البطاقة / رمز التحقق",
      "رمز عبور / گذرواژه / شماره کارت / پاس ورڈ / पासवर्ड / कार्ड नंबर / পাসওয়ার্ড / கடவுச்சொல் / รหัสผ่าน / หมายเลขบัตร",
      "パスワード / 暗証番号 / カード番号 / 確認コード / 口座番号 / 비밀번호 / 카드번호 / 인증번호 / 계좌번호",
      "Wagwoord / Lykilorð / Pasahitza / Fjalëkalimi / Contrasenya / 니모닉 / 恢复短语",
      "密码 / 密碼 / 验证码 / 卡号 / 信用卡號 / 身份证号 / 助记词 / 账号",
    ].flatMap((line) => line.split(" / ")),
  )("by its name %s", (name) => expect(isSecretName(name, true)).toBe(true));

  test.each(
    "Recovery phrase / API token / Your private key / Wiederherstellungsphrase / Frase de recuperación / Пароль / パスワード / 助记词 / 카드번호".split(
      " / ",
    ),
  )("of many lines by its name %s", (name) => expect(isSecretName(name, false)).toBe(true));

  test.each([
    `<input data-f autocomplete="section-a billing cc-csc">`,
    `<input data-f autocomplete="new-password">`,
    `<input data-f autocomplete="one-time-code">`,
    `<input data-f inputmode="numeric">`,
    `<input data-f type="tel">`,
    `<textarea data-f inputmode="decimal"></textarea>`,
    `<input data-f value="4111 1111 1111 1111">`,
    `<input data-f value="5500-0000-0000-0004">`,
    `<div data-f contenteditable>My card is 378282246310005, thanks</div>`,
    `<textarea data-f>DE89 3704 0044 0532 0130 00</textarea>`,
    `<textarea data-f>sk-proj-abcdefghijklmnop1234</textarea>`,
    `<input data-f style="-webkit-text-security: disc">`,
    `<input data-f style="font-family: text-security-disc">`,
    `<div>Пароль</div><input data-f>`,
    `<table><tr><td>Numéro de carte</td><td><input data-f></td></tr></table>`,
    `<span id="l">暗証番号</span><input data-f aria-labelledby="l">`,
    `<fieldset><legend>Kreditkarte</legend><div><input data-f></div></fieldset>`,
  ])("by what it is: %s", (html) => expect(isSecret(fieldIn(html))).toBe(true));
});

describe("a field is for no secret", () => {
  test.each(
    "subject / title / message / Message Body / comment / Your article / Shipping notes / Nachricht / Mensaje / Betreff / Сообщение / 消息 / メッセージ / رسالة / अपना संदेश / q".split(
      " / ",
    ),
  )("by its name %s", (name) => expect(isSecretName(name, true)).toBe(false));

  test.each([
    `<textarea data-f name="message">Call me at 0049 30 1234 5678 9012 about order 12345.</textarea>`,
    `<label>Password <input></label><label>Subject <input data-f></label>`,
    `<div>Your account and password are safe with us.</div><textarea data-f></textarea>`,
  ])("by what it is: %s", (html) => expect(isSecret(fieldIn(html))).toBe(false));

  test("where digits only look like a card's", () => {
    for (const text of ["4111 1111 1111 1112", "1234567890", "0000 0000 0000 0000", "3.14159265358979323"])
      expect(holdsSecret(text), text).toBe(false);
  });
});
