//! Estimates the tokens of a text: never fewer than `o200k_base` counts on real payloads, and at most 15 % more.
//!
//! The text is cut where `o200k_base` cuts it (words, numbers by three digits, punctuation, white space), and each piece
//! is costed by its class. Words are looked up in a filter of those that are one token, 128 KiB instead of the 30 MB of
//! the tokenizer's tables; the others cost what their letters cost on average, pair by pair. An exact count of any text
//! at all would need the tables: a page that is made of what tokenizers dislike can cost more than estimated.

use super::token_pairs::PAIRS;

/// Thousandths of a token, so that lines can be added up before they are rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenEstimate(pub u64);

impl TokenEstimate {
    /// Whole tokens, rounded up.
    #[must_use]
    pub fn tokens(self) -> u32 {
        u32::try_from(self.0.div_ceil(1000)).unwrap_or(u32::MAX)
    }
}

/// The tokens of a text, rounded up.
#[cfg(not(feature = "exact-tokens"))]
#[must_use]
pub fn estimate(text: &str) -> u32 {
    token_estimate(text).tokens()
}

/// The tokens of a text, as `o200k_base` counts them. What has room is still planned by [`estimate`], which is never under that.
#[cfg(feature = "exact-tokens")]
#[must_use]
pub fn estimate(text: &str) -> u32 {
    let tokens = tiktoken_rs::o200k_base_singleton().encode_ordinary(text);
    u32::try_from(tokens.len()).unwrap_or(u32::MAX)
}

/// What all costs are raised by, per mille: the pieces' costs are averages, and a budget must hold for every page.
const MARGIN: u64 = 1_060;

/// The cost of a text. It is the sum of the costs of its lines.
#[must_use]
pub fn token_estimate(text: &str) -> TokenEstimate {
    let mut sum = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (estimate, used) = piece(rest, first);
        sum += estimate;
        rest = rest.get(used..).unwrap_or("");
    }
    TokenEstimate(sum * MARGIN / 1000)
}

/// The cost of the piece at the start of a text, and its bytes.
fn piece(text: &str, first: char) -> (u64, usize) {
    if is_letter(first) {
        return word(text);
    }
    if first.is_numeric() {
        let used = text
            .char_indices()
            .take(3)
            .take_while(|(_, c)| c.is_numeric())
            .map(|(at, c)| at + c.len_utf8())
            .max();
        let long = if first.is_ascii() { 1000 } else { 1500 };
        return (long, used.unwrap_or(first.len_utf8()));
    }
    if first.is_whitespace() {
        return white_space(text);
    }
    let next = text.get(first.len_utf8()..).and_then(|rest| rest.chars().next());
    let names = match first {
        '<' => TAGS,
        '-' => ATTRIBUTES,
        _ => &[],
    };
    if !names.is_empty()
        && let Some(used) = one_of(names, &text[1..])
    {
        return (1_000, used + 1);
    }
    if next.is_some_and(is_letter) {
        // One sign before a word is often part of the word's token.
        let (estimate, used) = word(&text[first.len_utf8()..]);
        let sign = match first {
            '.' | '_' | '(' | '/' | '-' | ':' => 450,
            c if c.is_ascii() => 850,
            _ => signs_estimate(&text[..first.len_utf8()]),
        };
        return (estimate + sign, used + first.len_utf8());
    }
    signs(text, 0)
}

/// The names of tags that are one token with the sign before them.
const TAGS: &[&str] = &[
    "a", "article", "aside", "body", "br", "button", "dd", "div", "dl", "dt", "em", "footer", "form", "h",
    "head", "header", "hr", "i", "img", "input", "label", "li", "main", "meta", "nav", "ol", "option", "p",
    "section", "select", "span", "strong", "table", "tbody", "td", "textarea", "th", "tr", "ul", "video",
];

/// And those of attributes, from their dash on.
const ATTRIBUTES: &[&str] =
    &["describedby", "expanded", "hidden", "id", "label", "labelledby", "level", "selected", "testid"];

/// The bytes of such a name at the start of a text.
fn one_of(names: &[&str], text: &str) -> Option<usize> {
    let end = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let ends = !text[end..].chars().next().is_some_and(is_letter);
    (ends && names.binary_search(&&text[..end]).is_ok()).then_some(end)
}

/// A run of signs with the line breaks after it; `skip` bytes of white space stand before it.
fn signs(text: &str, skip: usize) -> (u64, usize) {
    let run = &text[skip..];
    let end = run.find(|c: char| c.is_whitespace() || c.is_numeric() || is_letter(c)).unwrap_or(run.len());
    let breaks = run[end..].bytes().take_while(|b| matches!(b, b'\n' | b'\r')).count();
    (signs_estimate(&run[..end]), skip + end + breaks)
}

fn signs_estimate(signs: &str) -> u64 {
    // The joints of JSON and of HTML.
    if matches!(
        signs,
        "\":\""
            | "\",\""
            | "\","
            | "\":"
            | "{\""
            | "},"
            | "\"},"
            | "\":["
            | "]}"
            | ",\""
            | ",{\""
            | "\":{\""
            | "=\""
            | "=\"/"
            | "\">"
            | "</"
            | "><"
            | "></"
            | "\"></"
            | "<!--"
            | "-->"
    ) {
        return 1_000;
    }
    let ascii = signs.bytes().filter(u8::is_ascii).count() as u64;
    let ascii = match ascii {
        0 => 0,
        1 => 1_000,
        2 => 1_100,
        3 => 1_400,
        4 => 2_000,
        n => 550 * n,
    };
    let mut before = '\0';
    let others = signs.chars().filter(|c| !c.is_ascii());
    ascii
        + others
            .map(|c| {
                let again = std::mem::replace(&mut before, c) == c;
                match c {
                    // Rows of these are few tokens.
                    '…' | '—' | '–' | '★' | '☆' | '─' | '━' | '═' | '█' | '░' if again => {
                        150
                    }
                    '•' | '·' if again => 500,
                    c if (c as u32) < 0x2500 => 1_000,
                    c if (c as u32) < 0x3100 => 1_300,
                    _ => 1_900,
                }
            })
            .sum::<u64>()
}

/// White space: breaks are one token with what stands before them; the last space goes to the word after it.
fn white_space(text: &str) -> (u64, usize) {
    let end = text.find(|c: char| !c.is_whitespace()).unwrap_or(text.len());
    let run = &text[..end];
    if let Some(last) = run.rfind(['\n', '\r']) {
        return (1_000, last + 1);
    }
    let Some(next) = text[end..].chars().next() else { return (1_000, end) };
    let last = run.char_indices().next_back().map_or(0, |(at, _)| at);
    // More spaces than one: all but the last are a token.
    let before = if last > 0 { 1_000 + 150 * (last as u64 / 16) } else { 0 };
    if next.is_numeric() || !run.ends_with(' ') {
        return (before + 1_000, end);
    }
    if is_letter(next) {
        let (estimate, used) = word(&text[end..]);
        return (before + estimate, end + used);
    }
    let (estimate, used) = signs(text, end);
    (before + estimate, used)
}

/// Letters, and the marks on them.
fn is_letter(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphabetic(),
        '\u{300}'..='\u{36f}' | '\u{900}'..='\u{109f}' => !c.is_numeric(),
        _ => c.is_alphabetic(),
    }
}

/// How the words of a script are costed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    Latin,
    /// Cost by letter, thousandths, when the word is not one token.
    Alphabet(u64),
    /// No spaces between words: cost by letter, always.
    Running(u64),
}

fn script(c: char) -> Script {
    match c as u32 {
        0..0x370 | 0x1e00..0x1f00 => Script::Latin,
        0x370..0x400 => Script::Alphabet(330),
        0x400..0x530 => Script::Alphabet(320),
        0x530..0x600 => Script::Alphabet(400),
        0x600..0x780 => Script::Alphabet(350),
        0x900..0xe00 => Script::Alphabet(340),
        0xe00..0x1000 => Script::Running(370),
        0x10a0..0x1100 => Script::Alphabet(450),
        0x3040..0x3100 => Script::Running(640),
        0x2e80..0x3400 => Script::Running(1_100),
        0x3400..0x4e00 => Script::Running(2_200),
        0x4e00..0xa000 => Script::Running(850),
        0xac00..0xd7b0 => Script::Alphabet(630),
        0x10000.. => Script::Running(3_500),
        _ => Script::Running(1_800),
    }
}

/// A word: capitals, then small letters; a capital after a small one starts the next.
fn word(text: &str) -> (u64, usize) {
    let mut end = 0;
    let mut small = false;
    let mut letters = 0_u64;
    let mut running = 0;
    let mut latin = true;
    let mut by_letter = 0;
    for (at, c) in text.char_indices() {
        if !is_letter(c) || (small && c.is_uppercase()) {
            break;
        }
        small |= !c.is_uppercase();
        end = at + c.len_utf8();
        letters += 1;
        if c.is_ascii() {
            continue;
        }
        match script(c) {
            Script::Latin => {}
            Script::Alphabet(estimate) => (latin, by_letter) = (false, by_letter + estimate),
            Script::Running(estimate) => running += estimate,
        }
    }
    let word = &text[..end];
    let (suffix, more) = contraction(&text[end..]);
    let estimate = if running > 0 {
        running + by_letter + if latin { 0 } else { 500 }
    } else if (letters <= 2 && word.is_ascii()) || is_token(word) {
        1_000
    } else if latin {
        by_pairs(word)
    } else {
        (600 + by_letter).max(1_600)
    };
    // A page repeats the few ids of its frames, so what one of them costs more than most adds up.
    let of_id = letters > 1 && word.bytes().all(|byte| matches!(byte, b'A'..=b'F'));
    let estimate = if of_id { estimate * 9 / 8 } else { estimate };
    (estimate + suffix, end + more)
}

/// `'s`, `'re` and their like belong to the word.
fn contraction(rest: &str) -> (u64, usize) {
    let Some(tail) = rest.strip_prefix('\'') else { return (0, 0) };
    let letters = tail.bytes().take_while(u8::is_ascii_alphabetic).count();
    match tail.get(..letters) {
        Some("s" | "t" | "m" | "d" | "re" | "ve" | "ll") => (1_000, letters + 1),
        _ => (0, 0),
    }
}

/// The cost of a Latin word that is more than one token.
fn by_pairs(word: &str) -> u64 {
    let mut sum = 0_u64;
    let mut before = 0;
    for (at, c) in word.chars().enumerate() {
        let class = match c {
            'a'..='z' => c as usize - 'a' as usize + 1,
            'A'..='Z' => c as usize - 'A' as usize + 1,
            _ => 27,
        };
        sum += u64::from(PAIRS[before][class]) * 4;
        sum += if at > 0 && c.is_uppercase() { 150 } else { 0 };
        before = class;
    }
    (910 + sum).max(1_500)
}

/// A Bloom filter of the words that are one token after a space: blocks of 512 bits, five bits a word.
const WORDS: &[u8] = include_bytes!("token_words.bin");
/// The filter's blocks; a power of two.
const BLOCKS: u64 = WORDS.len() as u64 / 64;

fn is_token(word: &str) -> bool {
    bits(word).all(|bit| WORDS.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1))
}

fn bits(word: &str) -> impl Iterator<Item = usize> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in word.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^= hash >> 29;
    let block = (hash & (BLOCKS - 1)) as usize;
    let places = hash >> BLOCKS.trailing_zeros();
    (0..5).map(move |k| block * 512 + (places >> (9 * k) & 511) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of the kinds that payloads are made of. Each is repeated nowhere: what is short varies most.
    const SAMPLES: &[(&str, &str)] = &[
        (
            "english",
            "The order will be sent within two days. You can change the delivery address until the parcel has left our warehouse; after that please ask the carrier. Returns are free for thirty days, and we refund the full price as soon as the item is back.",
        ),
        (
            "tree",
            "main\n  heading1 \"Checkout\"\n  form \"Delivery\"\n    e3 textbox \"Full name\" = \"John Doe\" required\n    e4 select \"Country\" = \"Germany\" of 37: \"Austria\", \"Belgium\", \"Germany\", ...\n    e5 checkbox \"Gift wrap\" off\n    e6 textbox \"Password\" = (filled)\n  e9 button \"Place order\" disabled\n  e10 clickable \"wish list\"\n+1,980 more like these (expand e40)\n",
        ),
        (
            "german",
            "Die Bestellung wird innerhalb von zwei Werktagen verschickt. Sie können die Lieferanschrift ändern, solange das Paket unser Lager noch nicht verlassen hat. Rücksendungen sind dreißig Tage lang kostenlos, und wir erstatten den vollen Kaufpreis.",
        ),
        (
            "french",
            "La commande sera expédiée sous deux jours ouvrables. Vous pouvez modifier l'adresse de livraison tant que le colis n'a pas quitté notre entrepôt. Les retours sont gratuits pendant trente jours et nous remboursons le prix entier.",
        ),
        (
            "spanish",
            "El pedido se enviará en dos días laborables. Puede cambiar la dirección de entrega mientras el paquete no haya salido de nuestro almacén. Las devoluciones son gratuitas durante treinta días y reembolsamos el precio completo.",
        ),
        (
            "polish",
            "Zamówienie zostanie wysłane w ciągu dwóch dni roboczych. Adres dostawy można zmienić, dopóki paczka nie opuści naszego magazynu. Zwroty są bezpłatne przez trzydzieści dni, a my zwracamy pełną cenę.",
        ),
        (
            "turkish",
            "Sipariş iki iş günü içinde gönderilecektir. Paket depomuzdan çıkmadığı sürece teslimat adresini değiştirebilirsiniz. İadeler otuz gün boyunca ücretsizdir ve tam tutarı geri öderiz.",
        ),
        (
            "vietnamese",
            "Đơn hàng sẽ được gửi trong vòng hai ngày làm việc. Bạn có thể thay đổi địa chỉ giao hàng miễn là gói hàng chưa rời kho của chúng tôi. Đổi trả miễn phí trong ba mươi ngày.",
        ),
        (
            "russian",
            "Заказ будет отправлен в течение двух рабочих дней. Вы можете изменить адрес доставки, пока посылка не покинула наш склад. Возврат бесплатен в течение тридцати дней, и мы возвращаем полную стоимость.",
        ),
        (
            "ukrainian",
            "Замовлення буде надіслано протягом двох робочих днів. Ви можете змінити адресу доставки, доки посилка не залишила наш склад. Повернення безкоштовне протягом тридцяти днів.",
        ),
        (
            "greek",
            "Η παραγγελία θα αποσταλεί εντός δύο εργάσιμων ημερών. Μπορείτε να αλλάξετε τη διεύθυνση παράδοσης όσο το δέμα δεν έχει φύγει από την αποθήκη μας. Οι επιστροφές είναι δωρεάν για τριάντα ημέρες.",
        ),
        (
            "arabic",
            "سيتم إرسال الطلب خلال يومي عمل. يمكنك تغيير عنوان التسليم ما دام الطرد لم يغادر مستودعنا. الإرجاع مجاني لمدة ثلاثين يومًا ونعيد السعر كاملًا.",
        ),
        (
            "hebrew",
            "ההזמנה תישלח בתוך שני ימי עסקים. אפשר לשנות את כתובת המשלוח כל עוד החבילה לא עזבה את המחסן שלנו. ההחזרות חינם במשך שלושים יום.",
        ),
        (
            "hindi",
            "ऑर्डर दो कार्य दिवसों के भीतर भेजा जाएगा। जब तक पार्सल हमारे गोदाम से नहीं निकला है, आप डिलीवरी का पता बदल सकते हैं। तीस दिनों तक वापसी निःशुल्क है।",
        ),
        (
            "thai",
            "คำสั่งซื้อจะถูกส่งภายในสองวันทำการ คุณสามารถเปลี่ยนที่อยู่จัดส่งได้จนกว่าพัสดุจะออกจากคลังสินค้าของเรา คืนสินค้าได้ฟรีภายในสามสิบวัน",
        ),
        (
            "chinese",
            "订单将在两个工作日内发出。在包裹离开我们的仓库之前，您可以更改收货地址。三十天内可免费退货，我们将退还全部货款。",
        ),
        (
            "taiwanese",
            "訂單將在兩個工作天內寄出。在包裹離開我們的倉庫之前，您可以更改收貨地址。三十天內可免費退貨，我們將退還全部貨款。",
        ),
        (
            "japanese",
            "ご注文は二営業日以内に発送されます。荷物が倉庫を出るまではお届け先を変更できます。三十日間は返品無料で、代金を全額お返しします。",
        ),
        (
            "korean",
            "주문은 영업일 기준 이틀 안에 발송됩니다. 소포가 저희 창고를 떠나기 전까지 배송지를 변경할 수 있습니다. 삼십 일 동안 반품은 무료이며 전액 환불해 드립니다.",
        ),
        (
            "code",
            "pub fn parse(input: &str) -> Result<Vec<Token>, ParseError> {\n    let mut tokens = Vec::with_capacity(input.len() / 4);\n    for (index, ch) in input.char_indices() {\n        if ch.is_whitespace() { continue; }\n        tokens.push(Token::new(index, ch));\n    }\n    Ok(tokens)\n}\n",
        ),
        (
            "json",
            "{\"id\":\"e12\",\"role\":\"button\",\"name\":\"Add to cart\"},\n{\"id\":\"e13\",\"role\":\"textbox\",\"name\":\"Email\",\"value\":\"a@b.example\",\"required\":true,\"box\":[10.0,20.5,120.0,32.0]},\n",
        ),
        ("emoji", "🎉 Sale ends today 🎉 50 % off everything 👍🏽 ❤️ 🚀 ✅ → more"),
        ("numbers", "1,234.50 2026-11-21 10:45 +49 30 1234567 $19.99 €7,50 0.5 % 1920x1080"),
        (
            "urls",
            "https://shop.example/catalog/women/shoes?page=2&sort=price_asc#results https://cdn.example/assets/img/hero-banner.2x.webp",
        ),
    ];

    #[test]
    fn is_close_to_the_real_count_and_not_under_it() {
        let real = tiktoken_rs::o200k_base_singleton();
        let mut wrong = Vec::new();
        for (name, text) in SAMPLES {
            let counted = real.encode_ordinary(text).len();
            let estimated = estimate(text) as usize;
            let ratio = estimated as f64 / counted as f64;
            println!("{name}: {counted} {estimated} {ratio:.3}");
            // A few dozen tokens vary more than a payload does.
            if estimated < counted || ratio > 1.3 {
                wrong.push(format!("{name}: {estimated} for {counted} ({ratio:.3})"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn lines_add_up() {
        for (_, text) in SAMPLES {
            let sum: u64 = text.split_inclusive('\n').map(|line| token_estimate(line).0).sum();
            assert!(sum.abs_diff(token_estimate(text).0) <= 2 * text.lines().count() as u64, "{text}");
        }
    }

    /// Writes the filter anew. Run it when the tokenizer changes: `cargo test -p domtool-page -- --ignored words`
    #[test]
    #[ignore = "writes the table"]
    fn write_the_filter_of_words() {
        let real = tiktoken_rs::o200k_base_singleton();
        let mut table = vec![0_u8; WORDS.len()];
        for id in 0..199_998 {
            let Ok(token) = real.decode(&[id]) else { continue };
            let Some(word) = token.strip_prefix(' ') else { continue };
            if word.chars().count() > 2 && word.chars().all(is_letter) {
                for bit in bits(word) {
                    table[bit / 8] |= 1 << (bit % 8);
                }
            }
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/view/token_words.bin");
        assert!(std::fs::write(path, table).is_ok());
    }
}
