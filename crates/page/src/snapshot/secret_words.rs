//! Decides by the names and labels of a field whether it takes a secret: a password, a PIN, a one-time code, the number or the
//! security code of a card, a key, a token, a number that is a person's for life. Fixture: secrets-said.html.
//!
//! Names and ids are read by their parts (`userPassword`, `card_number`), labels by their words. Short words count only as
//! words of their own, so `shipping` and `spinner` hold no PIN; a long one may be part of another (`userpassword`), and
//! languages without spaces are searched as they are.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

mod personal;

use personal::PERSONAL;

/// By language: what stands for a secret. A phrase is matched word by word.
const PHRASES: &[(&str, &[&str])] = &[
    (
        "any",
        &[
            "password",
            "passwd",
            "pwd",
            "passphrase",
            "passcode",
            "pin",
            "pin code",
            "pincode",
            "pin number",
            "otp",
            "totp",
            "mtan",
            "smstan",
            "cvv",
            "cvc",
            "cvn",
            "api key",
            "apikey",
            "token",
            "secret",
        ],
    ),
    (
        "en",
        &[
            "pass word",
            "pass phrase",
            "pass code",
            "one time code",
            "one time password",
            "one time pin",
            "onetime code",
            "verification code",
            "verify code",
            "authentication code",
            "authenticator code",
            "auth code",
            "sms code",
            "2fa code",
            "mfa code",
            "two factor code",
            "login code",
            "access code",
            "security code",
            "card code",
            "card security",
            "card verification",
            "card number",
            "card no",
            "card num",
            "cardnumber",
            "cardnum",
            "cc number",
            "cc num",
            "ccnumber",
            "ccnum",
            "secret key",
            "secret word",
            "private key",
            "access key",
            "recovery code",
            "backup code",
            "recovery phrase",
            "seed phrase",
        ],
    ),
    (
        "de",
        &[
            "passwort",
            "kennwort",
            "geheimzahl",
            "geheimnis",
            "einmalcode",
            "einmalpasswort",
            "bestätigungscode",
            "verifizierungscode",
            "sicherheitscode",
            "prüfziffer",
            "prüfnummer",
            "kartenprüfnummer",
            "kartennummer",
            "kreditkartennummer",
            "schlüssel geheim",
            "zugangscode",
            "freischaltcode",
        ],
    ),
    (
        "fr",
        &[
            "mot de passe",
            "motdepasse",
            "mdp",
            "code secret",
            "code confidentiel",
            "code de vérification",
            "code à usage unique",
            "code de sécurité",
            "cryptogramme",
            "numéro de carte",
            "n de carte",
            "clé api",
            "clé secrète",
            "jeton",
        ],
    ),
    (
        "es",
        &[
            "contraseña",
            "contrasena",
            "clave",
            "clave secreta",
            "código de verificación",
            "código de un solo uso",
            "código de seguridad",
            "código secreto",
            "número de tarjeta",
            "numero de tarjeta",
            "clave api",
        ],
    ),
    (
        "pt",
        &[
            "senha",
            "palavra passe",
            "código de verificação",
            "código de segurança",
            "código de uso único",
            "número do cartão",
            "numero do cartao",
            "número de cartão",
            "chave de api",
            "chave secreta",
        ],
    ),
    (
        "it",
        &[
            "codice di verifica",
            "codice monouso",
            "codice di sicurezza",
            "codice segreto",
            "numero di carta",
            "numero della carta",
            "numero carta",
            "parola d ordine",
            "chiave api",
            "chiave segreta",
        ],
    ),
    (
        "nl",
        &[
            "wachtwoord",
            "verificatiecode",
            "eenmalige code",
            "beveiligingscode",
            "veiligheidscode",
            "toegangscode",
            "kaartnummer",
            "geheime sleutel",
        ],
    ),
    ("sv", &["lösenord", "verifieringskod", "engångskod", "säkerhetskod", "kortnummer", "pinkod"]),
    (
        "da",
        &[
            "adgangskode",
            "kodeord",
            "bekræftelseskode",
            "engangskode",
            "sikkerhedskode",
            "kortnummer",
            "pinkode",
        ],
    ),
    ("nb", &["passord", "bekreftelseskode", "engangskode", "sikkerhetskode", "kortnummer", "pinkode"]),
    (
        "fi",
        &[
            "salasana",
            "vahvistuskoodi",
            "kertakäyttökoodi",
            "turvakoodi",
            "kortin numero",
            "tunnusluku",
            "pin koodi",
        ],
    ),
    ("is", &["lykilorð", "staðfestingarkóði", "öryggiskóði", "kortanúmer"]),
    (
        "pl",
        &[
            "hasło",
            "kod weryfikacyjny",
            "kod jednorazowy",
            "kod zabezpieczający",
            "kod cvv",
            "numer karty",
            "klucz api",
        ],
    ),
    ("cs", &["heslo", "ověřovací kód", "jednorázový kód", "bezpečnostní kód", "číslo karty"]),
    ("sk", &["heslo", "overovací kód", "jednorazový kód", "bezpečnostný kód", "číslo karty"]),
    ("sl", &["geslo", "potrditvena koda", "varnostna koda", "številka kartice"]),
    ("hr", &["lozinka", "zaporka", "kontrolni kod", "kod za potvrdu", "sigurnosni kod", "broj kartice"]),
    ("hu", &["jelszó", "ellenőrző kód", "egyszer használatos kód", "biztonsági kód", "kártyaszám"]),
    (
        "ro",
        &[
            "parolă",
            "parola",
            "cod de verificare",
            "cod de securitate",
            "cod de unică folosință",
            "numărul cardului",
            "număr card",
        ],
    ),
    (
        "tr",
        &[
            "şifre",
            "şifreniz",
            "parola",
            "parolanız",
            "doğrulama kodu",
            "güvenlik kodu",
            "tek kullanımlık şifre",
            "kart numarası",
        ],
    ),
    ("et", &["parool", "kinnituskood", "turvakood", "kaardi number"]),
    ("lv", &["parole", "verifikācijas kods", "drošības kods", "kartes numurs"]),
    ("lt", &["slaptažodis", "patvirtinimo kodas", "saugos kodas", "kortelės numeris"]),
    ("ca", &["contrasenya", "codi de verificació", "codi de seguretat", "número de targeta"]),
    ("eu", &["pasahitza", "egiaztapen kodea", "segurtasun kodea", "txartel zenbakia"]),
    ("gl", &["contrasinal", "código de verificación", "código de seguridade", "número de tarxeta"]),
    ("id", &["kata sandi", "sandi", "kode verifikasi", "kode keamanan", "nomor kartu"]),
    ("ms", &["kata laluan", "kod pengesahan", "kod keselamatan", "nombor kad"]),
    ("vi", &["mật khẩu", "mã xác minh", "mã xác nhận", "mã bảo mật", "mã otp", "số thẻ"]),
    ("fil", &["code sa pag verify", "numero ng card"]),
    ("sw", &["nenosiri", "nywila", "msimbo wa uthibitishaji"]),
    ("af", &["wagwoord", "verifikasiekode", "sekuriteitskode", "kaartnommer"]),
    (
        "ru",
        &[
            "пароль",
            "код подтверждения",
            "проверочный код",
            "одноразовый код",
            "код безопасности",
            "пин",
            "пин код",
            "номер карты",
            "секретный ключ",
            "токен",
        ],
    ),
    (
        "uk",
        &[
            "пароль",
            "код підтвердження",
            "код перевірки",
            "одноразовий код",
            "код безпеки",
            "пін",
            "пін код",
            "номер картки",
            "токен",
        ],
    ),
    ("bg", &["парола", "код за потвърждение", "код за сигурност", "пин", "номер на карта"]),
    ("sr", &["лозинка", "верификациони код", "безбедносни код", "број картице"]),
    ("mk", &["лозинка", "код за потврда", "безбедносен код", "број на картичка"]),
    (
        "el",
        &[
            "κωδικός",
            "κωδικός πρόσβασης",
            "συνθηματικό",
            "κωδικός επαλήθευσης",
            "κωδικός ασφαλείας",
            "αριθμός κάρτας",
        ],
    ),
    ("he", &["סיסמה", "סיסמא", "קוד אימות", "קוד אבטחה", "קוד חד פעמי", "מספר כרטיס"]),
    ("ar", &["كلمة المرور", "كلمة السر", "رمز التحقق", "رمز الأمان", "الرمز السري", "رقم البطاقة"]),
    ("fa", &["رمز عبور", "گذرواژه", "کد تأیید", "کد تایید", "رمز یکبار مصرف", "شماره کارت"]),
    ("ur", &["پاس ورڈ", "تصدیقی کوڈ", "کارڈ نمبر"]),
    ("hi", &["पासवर्ड", "कूटशब्द", "सत्यापन कोड", "सुरक्षा कोड", "कार्ड नंबर", "ओटीपी"]),
    ("bn", &["পাসওয়ার্ড", "যাচাইকরণ কোড", "কার্ড নম্বর"]),
    ("ta", &["கடவுச்சொல்", "சரிபார்ப்புக் குறியீடு", "அட்டை எண்"]),
    ("te", &["పాస్వర్డ్", "ధృవీకరణ కోడ్", "కార్డ్ నంబర్"]),
    ("am", &["የይለፍ ቃል", "የማረጋገጫ ኮድ"]),
    ("ka", &["პაროლი", "დამადასტურებელი კოდი", "ბარათის ნომერი"]),
    ("hy", &["գաղտնաբառ"]),
];

/// Phrases in languages without spaces between words: found anywhere in a text.
const UNSPACED: &[&str] = &[
    "密码",
    "密碼",
    "口令",
    "验证码",
    "驗證碼",
    "校验码",
    "动态码",
    "安全码",
    "安全碼",
    "卡号",
    "卡號",
    "密钥",
    "金鑰",
    "令牌",
    "パスワード",
    "暗証番号",
    "認証コード",
    "確認コード",
    "ワンタイム",
    "セキュリティコード",
    "セキュリティ コード",
    "カード番号",
    "비밀번호",
    "암호",
    "인증번호",
    "인증 번호",
    "인증 코드",
    "보안 코드",
    "보안코드",
    "카드번호",
    "카드 번호",
    "รหัสผ่าน",
    "รหัสยืนยัน",
    "รหัสความปลอดภัย",
    "หมายเลขบัตร",
    "ពាក្យសម្ងាត់",
    "ລະຫັດຜ່ານ",
    "စကားဝှက်",
];

/// A word of this many letters or more also counts inside of another word.
const LONG: usize = 8;
/// Words that, after the word for a secret, make it something else: the *name* of a token, the *title* of a pin.
const NOT_BEFORE: &[&str] = &[
    "name",
    "names",
    "title",
    "description",
    "count",
    "limit",
    "type",
    "kind",
    "symbol",
    "supply",
    "amount",
    "price",
    "location",
    "board",
    "map",
    "santa",
    "per",
    "length",
    "policy",
    "expiry",
    "expiration",
    "expires",
    "date",
    "issued",
    "country",
    "office",
    "photo",
    "scope",
    "url",
    "endpoint",
    "holder",
    "label",
    "nickname",
    "manager",
    "generator",
];
/// Words that make a PIN the postal index number of India, or a mark on a map.
const POSTAL: &[&str] = &[
    "postal",
    "post",
    "postcode",
    "zip",
    "city",
    "town",
    "area",
    "state",
    "district",
    "delivery",
    "deliver",
    "shipping",
    "address",
    "locality",
    "region",
    "map",
    "pinterest",
    "index",
];
/// The words that those two turn into something else.
const PINS: &[&str] = &["pin", "pin code", "pincode", "pin number"];
/// Longer texts are no names of fields.
const LONGEST: usize = 120;

/// Whether a field with these names and labels takes a secret. All of them say what a PIN is of.
pub(super) fn names_a_secret<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> bool {
    let postal = texts.clone().any(is_postal);
    texts.filter(|text| is_name(text)).any(|text| says_secret(text, postal))
}

/// What one of the names and labels of a field says for [`names_a_secret`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SecretWord {
    Secret,
    /// Of a PIN, unless that is a postal one.
    Pin,
    Postal,
}

/// All that a text says: what it says of a secret, and whether that is a postal one.
pub(super) fn says(text: &str) -> impl Iterator<Item = SecretWord> {
    let secret = match is_name(text) {
        true if says_secret(text, true) => Some(SecretWord::Secret),
        true if says_secret(text, false) => Some(SecretWord::Pin),
        _ => None,
    };
    secret.into_iter().chain(is_postal(text).then_some(SecretWord::Postal))
}

/// Whether a text may be the name of a field.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().count() <= LONGEST
}

fn is_postal(text: &str) -> bool {
    words_of(text).iter().any(|word| POSTAL.contains(&word.as_str()))
}

fn says_secret(text: &str, postal: bool) -> bool {
    if !text.is_ascii() && UNSPACED.iter().chain(personal::UNSPACED).any(|word| text.contains(word)) {
        return true;
    }
    let words = words_of(text);
    let table = table();
    let phrase = words.iter().enumerate().any(|(at, word)| {
        let phrases = table.by_first.get(word.as_str()).map_or(&[][..], Vec::as_slice);
        phrases.iter().any(|phrase| {
            let after = at + phrase.split(' ').count();
            let same = phrase.split(' ').zip(&words[at..]).filter(|(wanted, word)| wanted == word).count();
            let other = words.get(after).is_some_and(|next| NOT_BEFORE.contains(&next.as_str()));
            at + same == after && !other && !(postal && PINS.contains(phrase))
        })
    });
    let other = |at: usize| words.get(at + 1).is_some_and(|next| NOT_BEFORE.contains(&next.as_str()));
    phrase
        || words.iter().enumerate().any(|(at, word)| {
            word.len() > LONG && !other(at) && table.long.iter().any(|long| word.contains(long))
        })
}

struct Table {
    /// The phrases by their first word.
    by_first: FxHashMap<&'static str, Vec<&'static str>>,
    long: Vec<&'static str>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut by_first: FxHashMap<&'static str, Vec<&'static str>> = FxHashMap::default();
        let mut long = Vec::new();
        for phrase in PHRASES.iter().chain(PERSONAL).flat_map(|(_, phrases)| *phrases) {
            let first = phrase.split(' ').next().unwrap_or_default();
            by_first.entry(first).or_default().push(phrase);
            if !phrase.contains(' ') && phrase.chars().count() >= LONG {
                long.push(*phrase);
            }
        }
        Table { by_first, long }
    })
}

/// The words of a label, the parts of a name: in small letters, parted at signs, where small letters meet large ones, and
/// before digits.
fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // `APIKey` is an API key.
        let hump = c.is_uppercase()
            && (before.is_lowercase()
                || (before.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase())));
        let part =
            !(c.is_alphanumeric() || is_mark(c)) || hump || (c.is_ascii_digit() && before.is_alphabetic());
        if part && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() || is_mark(c) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Marks that belong to the letter before, as scripts of India have them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}' | '\u{981}'..='\u{983}' | '\u{9bc}'..='\u{9cd}'
        | '\u{b82}' | '\u{bbe}'..='\u{bcd}' | '\u{c00}'..='\u{c04}' | '\u{c3e}'..='\u{c56}' | '\u{64b}'..='\u{65f}' | '\u{200c}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(texts: &[&str]) -> bool {
        names_a_secret(texts.iter().copied())
    }

    #[test]
    fn what_names_a_secret() {
        for text in [
            "Password",
            "userPassword",
            "user_password",
            "userpassword",
            "new-password-2",
            "PASSWORD *",
            "Passcode",
            "PIN",
            "Enter your pin",
            "pin1",
            "user_pin",
            "cardPin",
            "One-time code",
            "OTP",
            "otpCode",
            "Verification code",
            "Enter the verification code we sent",
            "CVV",
            "cvv2",
            "card-cvc",
            "CVC/CVV",
            "Security code",
            "Card number",
            "cardNumber",
            "card_no",
            "ccnum",
            "API key",
            "apiKey",
            "APIKey",
            "x-api-key",
            "Client secret",
            "Token",
            "access_token",
            "Personal access token",
            "Private key",
            "Passwort bestätigen",
            "Kreditkartennummer",
            "Prüfziffer (CVC)",
            "Mot de passe",
            "Contraseña",
            "Senha atual",
            "Código de verificação",
            "Wachtwoord",
            "Hasło",
            "Пароль",
            "Номер карты",
            "密码",
            "请输入验证码",
            "パスワード(確認)",
            "비밀번호",
            "รหัสผ่าน",
            "كلمة المرور",
            "סיסמה",
            "पासवर्ड",
            "Şifre",
            "Mật khẩu",
            "Κωδικός πρόσβασης",
            "Recovery code",
        ] {
            assert!(secret(&[text]), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_one() {
        for texts in [
            &["PIN code of city"][..],
            &["Postal PIN"],
            &["Pin code", "postal-code"],
            &["pincode", "Delivery area"],
            &["spinner"],
            &["shipping"],
            &["Shipping address"],
            &["Pin title"],
            &["Max tokens"],
            &["Token name"],
            &["API key name"],
            &["Secret Santa"],
            &["secretary"],
            &["Passenger"],
            &["Passport photo"],
            &["Compass"],
            &["Opinion"],
            &["Code"],
            &["Promo code"],
            &["Country code"],
            &["Zip code"],
            &["Postcode"],
            &["Booking code"],
            &["Card holder"],
            &["Name on card"],
            &["Phone number"],
            &["Account number"],
            &["Email"],
            &["Search"],
            &["Keyword"],
            &["Monkey"],
            &["Nickname"],
            &["Author"],
            &["Title"],
            &["Botanical"],
            &["Secrets of success", "q"],
            &["Discount code"],
            &["Gift message"],
            &["Expiry date"],
            &["Cover"],
            &["Token symbol"],
            &["Password manager"],
        ] {
            assert!(!secret(texts), "{texts:?}");
        }
    }

    #[test]
    fn numbers_of_a_person_and_answers_are_secrets() {
        for text in "Social Security Number|ssn|taxId|Tax ID|IBAN|Passport|passport_number|Passport no.|\
             Driver's license number|Security answer|securityAnswer|Mother's maiden name|Connection string|\
             DATABASE_URL|Steuer-ID|Reisepassnummer|Numéro de sécurité sociale|Codice fiscale|CPF|\
             Personnummer|ИНН|身份证号码|주민등록번호"
            .split('|')
        {
            assert!(names_a_secret([text].into_iter()), "{text}");
        }
        for text in
            "Passport country|Passport expiry date|Date of birth|Tax|Tax rate|VAT|Social|Security question|\
             Answer|Insurance|Insurance company|Database|Connection|Account|Order number|Account name|\
             Identity|National park"
                .split('|')
        {
            assert!(!names_a_secret([text].into_iter()), "{text}");
        }
    }
}
