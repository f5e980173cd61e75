/**
 * Names of fields for secrets, in all languages that the extension translates. All are compared without case
 * and accents; a space in them stands for any separator or none.
 */

/** Names that mark any field: passwords, card numbers, recovery phrases, keys. Scripts without case as they are. */
const ANYWHERE = `
passw|passphrase|passcode|pass phrase|passwd|(api|private|secret|access|license) key|token|card (number|no\\b|num)|credit card|debit card|\\bcc (number|exp|csc|name|type)|one time (code|password)|\\biban\\b|captcha|(recovery|seed|backup|mnemonic) (phrase|code|words|key)|mnemonic
kennwort|geheimzahl|geheimnummer|kartennummer|kreditkarte|wiederherstellungs|(private|geheimer) schlussel
contrasen|clave (secreta|privada|de acceso|api)|(numero de|de credito|de debito) (la )?tarjeta|tarjeta de (credito|debito)|numero de targeta|targeta|(frase|codigo) (de recuperacion|semilla|secreta)
mot de passe|motdepasse|code (secret|confidentiel)|(numero de( la)?|n) carte|carte (bancaire|bleue|de credit)|(phrase|cle) (de recuperation|secrete|privee)
senha|palavra passe|cartao|(frase|chave) (de recuperacao|secreta|privada)
parola d.ordine|parola de acces|(numero( della| di)?) carta|carta di (credito|debito)|(frase|chiave) (di recupero|segreta|privata)
wachtwoord|wagwoord|lykilor|pasahitz|fjalekalim|kaartnummer|creditcard|herstel(zin|code)|haslo|numer karty|fraza odzyskiwania|losenord|kortnumm|kortnr|kreditkort|betalkort|adgangskode|kodeord|passord|kredittkort|betalingskort|salasana|korttinumero|kortin numero|luottokort|parool|salasona|kaardi number
heslo|cislo (kreditni )?kart|kreditni karta|jelszo|kartyaszam|bankkartya|numar(ul)? card|lozink|zaporka|geslo|broj kartice|stevilka kartice|slaptazod|korteles numer|kartes numur
sifre|kart numar|kredi kart|kurtarma (kod|cumle)|kata sandi|kata laluan|nomor kartu|kartu kredit|nombor kad|kad kredit|nywila|nenosiri|mat khau|the tin dung
парол|пин код|номер карт|банковск(ая|ой) карт|картк|картиц|(сид|секретн|кодовая) (фраз|ключ)|фраза восстановл|закрит(ий)? ключ|лозинк|секретен
κωδικος προσβασης|κωδικο|συνθηματικ|αριθμος καρτας|πιστωτικ
סיסמ|מספר כרטיס|כרטיס אשראי|مرور|كلمة السر|الرقم السري|رقم البطاقة|بطاقة|رمز عبور|گذرواژه|گذر واژه|رمز دوم|شماره کارت|پاس ورڈ|کارڈ نمبر
पासवर्ड|कार्ड (नंबर|संख्या)|পাসওয়ার্ড|কার্ড নম্বর|கடவுச்சொல்|அட்டை எண்|รหัสผ่าน|หมายเลขบัตร|เลขบัตร
パスワード|パスフレーズ|暗証番号|暗証|カード番号|クレジットカード|秘密鍵|復元フレーズ|リカバリー|シードフレーズ|비밀번호|니모닉|비번|암호|카드번호|카드 번호|신용카드|복구 (구문|코드)|개인 키
密码|密碼|口令|验证码|驗證碼|卡号|卡號|信用卡|银行卡|銀行卡|助记词|助記詞|(恢复|恢復)(短语|短語|码|碼)|私钥|私鑰|密钥|密鑰|令牌`;

/** Further names that mark a field of one line. Around prose such words mean nothing. */
const ONE_LINE = `
pass|parol|secret|key(?!word)|card|cv[cv]|csc\\b|account|\\bpin\\b|\\bbic\\b|swift|routing|sort code|otp|code|ssn|social security|tax|national id|passport|driver.s licen|2fa|totp
geheim|prufziffer|prufnummer|sicherheits|konto|steuer|sozialversicherung|ausweis|\\btan\\b|schlussel
clave|codigo|cuenta|tarjeta|secret|\\bdni\\b|\\bnie\\b|\\bcurp\\b|\\brfc\\b|\\bnif\\b|cryptogramme|compte|carte|securite sociale|\\bcle\\b|segredo|segreto|\\bconta\\b|\\bcpf\\b|\\bcnpj\\b|codice|\\bconto\\b|rekening|\\bbsn\\b|pesel|kart|kod|konto|\\bnip\\b|personnummer|personnumer|fodselsnummer|henkilotunnus|hetu\\b|hemlig|tilinumero|\\bucet|cislo uctu|rodne cislo|tajn|szamla|titkos|adoszam|\\bcont\\b|\\bcnp\\b|hesap|gizli|guvenlik|kimlik|rekening|rahasia|rahsia|akaun|kode|\\bkad\\b|siri|akaunti
пин|код|карт[аыуо]|сч[её]т|рахун|сметк|секрет|таємн|тајн|снилс|инн|ипн|паспорт|егн|јмбг|λογαριασμ|καρτα|μυστικ|αφμ
קוד|חשבון|כרטיס|סודי|תעודת זהות|رمز|حساب|سري|الهوية|کد|کارت|حساب|کوڈ|کارڈ|شناختی|कोड|खाता|गुप्त|आधार|पिन|कार्ड|কোড|হিসাব|কার্ড|পিন|குறியீடு|கணக்கு|பின்|รหัส|บัญชี|พิน|บัตร
コード|ピン|口座|マイナンバー|個人番号|秘密|認証|セキュリティ|カード|코드|핀|계좌|주민|보안|인증|비밀|카드
账户|帳戶|账号|帳號|安全码|校验码|動態碼|动态码|身份证|身份證|护照|護照|秘密|认证|驗證`;

/** Names that lose what marks them without their accents. */
const ACCENTED = /(^|\P{L})(thẻ|mã (pin|xác|otp|bảo)|tài khoản)/u;

/** Letters that have an accent which does not come off. */
const BARE: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ı: "i", ß: "ss", æ: "ae" };

/** Combining accents of Latin, Greek and Cyrillic letters, and the vowels of Arabic. */
const ACCENTS = /[\u0300-\u036f\u064b-\u0652]/g;

/** Returns a name without case, accents and separators: `apiKey`, `api_key` and `API-Key` are `api key`. */
export const plainName = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .replace(/[łøđıßæ]/g, (letter) => BARE[letter] ?? letter)
    .replace(/[\s_.\-:*]+/g, " ");

const patternOf = (words: string): RegExp =>
  new RegExp(
    words.normalize("NFKD").replace(ACCENTS, "").trim().replaceAll("\n", "|").replaceAll(" ", "\\s*"),
    "u",
  );

let patterns: { anywhere: RegExp; oneLine: RegExp } | undefined;

/** Returns true if a name marks a field as secret. `isLine`: the field has one line. */
export function isSecretName(name: string, isLine: boolean): boolean {
  if (name.trim() === "") return false;
  // Compiled on first use: most pages have no focused field.
  patterns ??= { anywhere: patternOf(ANYWHERE), oneLine: patternOf(ONE_LINE) };
  const plain = plainName(name);
  if (patterns.anywhere.test(plain)) return true;
  return isLine && (patterns.oneLine.test(plain) || ACCENTED.test(name.normalize("NFC").toLowerCase()));
}
