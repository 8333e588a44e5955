# SPDX-License-Identifier: BSL-1.0
"""Names: from what a document calls things to legal, readable and stable C++ identifiers.

Every function here is pure and independent of the order of sets and dictionaries, so a document
gives the same names on any machine. A `Scope` hands out names within one C++ scope and resolves
collisions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from restbind.diagnostics import Place


class Safe(str):
    """Text that may stand in a header as it is."""

    __slots__ = ()


class Given(str):
    """An identifier that the document gives, which stays as it is. place: where it does so."""

    place: Place | None

    def __new__(cls, text: str, place: Place | None = None) -> Given:
        found = super().__new__(cls, text)
        found.place = place
        return found


class NameTaken(Exception):
    """A name that the document gives is that of something else. place: where it does so."""

    def __init__(self, name: Given) -> None:
        super().__init__(f"`{name}` cannot be the name of this: something else has it")
        self.place = name.place


KEYWORDS = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class compl concept const consteval constexpr constinit const_cast continue
    co_await co_return co_yield decltype default delete do double dynamic_cast else enum
    explicit export extern false float for friend goto if inline int long mutable namespace new
    noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct
    switch template this thread_local throw true try typedef typeid typename union unsigned
    using virtual void volatile wchar_t while xor xor_eq contract_assert final import module
    override post pre reflexpr synchronized atomic_cancel atomic_commit atomic_noexcept typeof
    """.split()
)

# Macros that common platform headers define with ordinary names: a member called so would be
# replaced in silence.
PLATFORM_MACROS = frozenset(
    """
    assert errno environ alloca st_atime st_mtime st_ctime s_addr sun sparc mips hyper nil Nil
    YES NO stdin stdout stderr major minor makedev unix linux i386 offsetof setjmp va_arg
    va_copy va_end va_start signals slots emit foreach forever min max near far small interface
    huge pascal cdecl complex I NAN NULL EOF BUFSIZ INFINITY HUGE_VAL DOMAIN SING OVERFLOW
    UNDERFLOW PLOSS TLOSS TRUE FALSE ERROR DELETE IN OUT OPTIONAL VOID CONST CALLBACK STRICT
    ABSOLUTE RELATIVE NO_ERROR INTERFACE THIS IGNORE INFINITE BOOL CHAR SHORT LONG INT FLOAT
    UINT DWORD WORD BYTE PASCAL FAR NEAR TRANSPARENT OPAQUE DIFFERENCE YIELD ECHO TAB0 SEEK_SET
    SEEK_CUR SEEK_END EDOM ERANGE EILSEQ GetObject GetMessage SendMessage CreateFile DeleteFile
    GetUserName PostMessage LoadImage DrawText
    """.split()
)

# The same of <X11/Xlib.h> and <X11/Xutil.h>, which programs with a window include. All are spelt as
# types are.
X11_MACROS = frozenset(
    """
    Above AllHints AllPlanes AllTemporary AllValues AllocAll AllocNone AllowExposures
    AlreadyGrabbed Always AnyButton AnyKey AnyModifier AnyPropertyType ArcChord ArcPieSlice
    AsyncBoth AsyncKeyboard AsyncPointer AutoRepeatModeDefault AutoRepeatModeOff
    AutoRepeatModeOn BadAccess BadAlloc BadAtom BadColor BadCursor BadDrawable BadFont BadGC
    BadIDChoice BadImplementation BadLength BadMatch BadName BadPixmap BadRequest BadValue
    BadWindow Below BitmapBitOrder BitmapFileInvalid BitmapNoMemory BitmapOpenFailed BitmapPad
    BitmapSuccess BitmapUnit BlackPixel BlackPixelOfScreen Bool BottomIf Button1 Button1Mask
    Button1MotionMask Button2 Button2Mask Button2MotionMask Button3 Button3Mask
    Button3MotionMask Button4 Button4Mask Button4MotionMask Button5 Button5Mask
    Button5MotionMask ButtonMotionMask ButtonPress ButtonPressMask ButtonRelease
    ButtonReleaseMask CWBackPixel CWBackPixmap CWBackingPixel CWBackingPlanes CWBackingStore
    CWBitGravity CWBorderPixel CWBorderPixmap CWBorderWidth CWColormap CWCursor CWDontPropagate
    CWEventMask CWHeight CWOverrideRedirect CWSaveUnder CWSibling CWStackMode CWWidth
    CWWinGravity CWX CWY CapButt CapNotLast CapProjecting CapRound CellsOfScreen CenterGravity
    CirculateNotify CirculateRequest ClientMessage ClipByChildren ColormapChangeMask
    ColormapInstalled ColormapNotify ColormapUninstalled Complex ConfigureNotify
    ConfigureRequest ConnectionNumber ControlMapIndex ControlMask Convex CoordModeOrigin
    CoordModePrevious CopyFromParent CreateNotify CurrentTime CursorShape DefaultBlanking
    DefaultColormap DefaultColormapOfScreen DefaultDepth DefaultDepthOfScreen DefaultExposures
    DefaultGC DefaultGCOfScreen DefaultRootWindow DefaultScreen DefaultScreenOfDisplay
    DefaultVisual DefaultVisualOfScreen DestroyAll DestroyNotify DirectColor DisableAccess
    DisableScreenInterval DisableScreenSaver DisplayCells DisplayHeight DisplayHeightMM
    DisplayOfScreen DisplayPlanes DisplayString DisplayWidth DisplayWidthMM DoBlue DoGreen DoRed
    DoesBackingStore DoesSaveUnders DontAllowExposures DontCareState DontPreferBlanking
    EastGravity EnableAccess EnterNotify EnterWindowMask EvenOddRule EventMaskOfScreen Expose
    ExposureMask False FamilyChaos FamilyDECnet FamilyInternet FamilyInternet6
    FamilyServerInterpreted FillOpaqueStippled FillSolid FillStippled FillTiled
    FirstExtensionError FocusChangeMask FocusIn FocusOut FontChange FontLeftToRight
    FontRightToLeft ForgetGravity GCArcMode GCBackground GCCapStyle GCClipMask GCClipXOrigin
    GCClipYOrigin GCDashList GCDashOffset GCFillRule GCFillStyle GCFont GCForeground GCFunction
    GCGraphicsExposures GCJoinStyle GCLastBit GCLineStyle GCLineWidth GCPlaneMask GCStipple
    GCSubwindowMode GCTile GCTileStipXOrigin GCTileStipYOrigin GXand GXandInverted GXandReverse
    GXclear GXcopy GXcopyInverted GXequiv GXinvert GXnand GXnoop GXnor GXor GXorInverted
    GXorReverse GXset GXxor GenericEvent GrabFrozen GrabInvalidTime GrabModeAsync GrabModeSync
    GrabNotViewable GrabSuccess GraphicsExpose GravityNotify GrayScale HeightMMOfScreen
    HeightOfScreen HeightValue HostDelete HostInsert IconMaskHint IconPixmapHint
    IconPositionHint IconWindowHint IconicState ImageByteOrder InactiveState IncludeInferiors
    InputFocus InputHint InputOnly InputOutput IsCursorKey IsFunctionKey IsKeypadKey
    IsMiscFunctionKey IsModifierKey IsPFKey IsPrivateKeypadKey IsUnmapped IsUnviewable
    IsViewable JoinBevel JoinMiter JoinRound KBAutoRepeatMode KBBellDuration KBBellPercent
    KBBellPitch KBKey KBKeyClickPercent KBLed KBLedMode KeyPress KeyPressMask KeyRelease
    KeyReleaseMask KeymapNotify KeymapStateMask LSBFirst LastExtensionError
    LastKnownRequestProcessed LeaveNotify LeaveWindowMask LedModeOff LedModeOn LineDoubleDash
    LineOnOffDash LineSolid LockMapIndex LockMask LowerHighest MSBFirst MapNotify MapRequest
    MappingBusy MappingFailed MappingKeyboard MappingModifier MappingNotify MappingPointer
    MappingSuccess MaxCmapsOfScreen MinCmapsOfScreen Mod1MapIndex Mod1Mask Mod2MapIndex Mod2Mask
    Mod3MapIndex Mod3Mask Mod4MapIndex Mod4Mask Mod5MapIndex Mod5Mask MotionNotify NextRequest
    NoEventMask NoExpose NoSymbol NoValue Nonconvex None NormalState NorthEastGravity
    NorthGravity NorthWestGravity NotUseful NotifyAncestor NotifyDetailNone NotifyGrab
    NotifyHint NotifyInferior NotifyNonlinear NotifyNonlinearVirtual NotifyNormal NotifyPointer
    NotifyPointerRoot NotifyUngrab NotifyVirtual NotifyWhileGrabbed Opposite OwnerGrabButtonMask
    PAllHints PAspect PBaseSize PMaxSize PMinSize PPosition PResizeInc PSize PWinGravity
    ParentRelative PlaceOnBottom PlaceOnTop PlanesOfScreen PointerMotionHintMask
    PointerMotionMask PointerRoot PointerWindow PreferBlanking PropModeAppend PropModePrepend
    PropModeReplace PropertyChangeMask PropertyDelete PropertyNewValue PropertyNotify
    ProtocolRevision ProtocolVersion PseudoColor QLength QueuedAfterFlush QueuedAfterReading
    QueuedAlready RaiseLowest RectangleIn RectangleOut RectanglePart ReleaseByFreeingColormap
    ReparentNotify ReplayKeyboard ReplayPointer ResizeRedirectMask ResizeRequest RetainPermanent
    RetainTemporary RevertToNone RevertToParent RevertToPointerRoot RootWindow
    RootWindowOfScreen ScreenCount ScreenOfDisplay ScreenSaverActive ScreenSaverReset
    SelectionClear SelectionNotify SelectionRequest ServerVendor SetModeDelete SetModeInsert
    ShiftMapIndex ShiftMask SouthEastGravity SouthGravity SouthWestGravity StateHint StaticColor
    StaticGravity StaticGray Status StippleShape StructureNotifyMask SubstructureNotifyMask
    SubstructureRedirectMask Success SyncBoth SyncKeyboard SyncPointer TileShape TopIf True
    TrueColor USPosition USSize UnmapGravity UnmapNotify Unsorted VendorRelease
    VisibilityChangeMask VisibilityFullyObscured VisibilityNotify VisibilityPartiallyObscured
    VisibilityUnobscured VisualAllMask VisualBitsPerRGBMask VisualBlueMaskMask VisualClassMask
    VisualColormapSizeMask VisualDepthMask VisualGreenMaskMask VisualIDMask VisualNoMask
    VisualRedMaskMask VisualScreenMask WestGravity WhenMapped WhitePixel WhitePixelOfScreen
    WidthMMOfScreen WidthOfScreen WidthValue WindingRule WindowGroupHint WithdrawnState
    YNegative YSorted YValue YXBanded YXSorted ZPixmap ZoomState
    """.split()
)

# Names that would hide what generated code itself says: `std::string std;`.
NAMESPACES = frozenset({"std", "restbind", "boost"})

RESERVED = KEYWORDS | PLATFORM_MACROS | X11_MACROS | NAMESPACES

# Characters of a type's or operation's name; a number may follow, and there is room for it below
# 64.
LONGEST = 58
LONGEST_FILE = 54  # the same, with `.hpp`

_GIVEN = re.compile("[A-Za-z](?:_?[A-Za-z0-9])*_?")
_PART = r"[A-Za-z_][A-Za-z0-9_]*"
# Names of namespaces and types, and of arguments in angle brackets, to one level.
_TYPE = re.compile(rf"(?:::)?{_PART}(?:::{_PART})*(?:<[A-Za-z0-9_:, ]+>)?")
_HEADER = re.compile(r'<[^<>"\\\n]+>|"[^<>"\\\n]+"')

# What Windows takes for a device, whatever the suffix.
DEVICES = frozenset(
    {
        "con",
        "prn",
        "aux",
        "nul",
        *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)),
    }
)

# Letters that have no decomposition into a base letter and a mark.
LETTERS = {
    "ß": "ss",
    "ẞ": "SS",
    "æ": "ae",
    "Æ": "Ae",
    "œ": "oe",
    "Œ": "Oe",
    "ø": "o",
    "Ø": "O",
    "đ": "d",
    "Đ": "D",
    "ł": "l",
    "Ł": "L",
    "þ": "th",
    "Þ": "Th",
    "ð": "d",
    "Ð": "D",
    "ı": "i",
    "ħ": "h",
    "Ħ": "H",
}


def to_ascii(text: str) -> str:
    """Accents are dropped (`é` -> `e`); what is no Latin letter or digit becomes `u4e2d`, set
    apart by underscores.
    """
    out = []
    for char in text:
        if char.isascii():
            out.append(char)
            continue
        plain = LETTERS.get(char) or unicodedata.normalize("NFKD", char)
        plain = "".join(c for c in plain if not unicodedata.combining(c))
        if plain and plain.isascii():
            out.append(plain)
        elif not unicodedata.combining(char):
            out.append(f"_u{ord(char):04x}_")
    return "".join(out)


def _legal(text: str, fallback: str) -> str:
    """Makes `text`, which holds only ASCII letters, digits and underscores, an identifier that
    nothing else owns.
    """
    text = re.sub(r"_{2,}", "_", text).strip("_") or fallback
    if text[0].isdigit():
        text = f"{fallback}_{text}"
    return f"{text}_" if text in RESERVED else text


def snake_case(text: str, fallback: str = "value") -> str:
    """A function, member or enumerator: `cartItemId` -> cart_item_id, `HTTPCode` -> http_code,
    `x-tenant` -> x_tenant. One that is given stays as it is."""
    if isinstance(text, Given):
        return text
    text = re.sub(r"[^0-9A-Za-z]+", "_", to_ascii(text))
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", text)
    return _legal(text.lower(), fallback)


def pascal(*words: str) -> str:
    """`("VenuePictureRequest", "option")` -> `VenuePictureRequestOption`."""
    parts = [part for word in words for part in re.split(r"[^A-Za-z0-9]+", to_ascii(word)) if part]
    return "".join(part[0].upper() + part[1:] for part in parts) or "Unnamed"


def type_name(text: str) -> str:
    """A type: words with a capital in front, run together: `simple-user` -> SimpleUser,
    `io.k8s.v1.Pod` -> IoK8sV1Pod. Numbers stay apart. One that is given stays as it is."""
    if isinstance(text, Given):
        return text
    words = re.findall(r"[0-9A-Za-z]+", to_ascii(text))
    if len(words) > 1 and all(word.upper() == word for word in words):
        words = [word.lower() for word in words]  # HTTP_ERROR -> HttpError
    words = [word[0].upper() + word[1:] for word in words]
    name = re.sub(r"_(?![0-9])|(?<![0-9])_", "", "_".join(words))
    return _legal(f"Type{name}" if name[:1].isdigit() else name, "Type")


def within(name: str, limit: int = LONGEST) -> str:
    """A name of at most `limit` characters: as many words as are too much go from its middle, since
    most names begin with what they belong to and end with what they are."""
    if len(name) <= limit or isinstance(name, Given):
        return name
    words = re.findall(r"_?(?:[A-Z]+(?![a-z])|[A-Z]?[^A-Z_]+|[A-Z])|_", name)
    rest = len(name)
    while rest > limit and len(words) > 2:
        rest -= len(words.pop(len(words) // 2))
    return "".join(words)[:limit].rstrip("_")  # a single word may be too long, too


def file_name(text: str, fallback: str, limit: int = LONGEST_FILE) -> str:
    """A file's name without its suffix. One that no file can have, or that is taken by its meaning,
    is the caller's to avoid.
    """
    name = within(snake_case(text, fallback).rstrip("_"), limit)
    return f"{name}_{fallback}" if name in DEVICES else name


def value_name(text: str) -> str:
    """An enumerator for a value without a name: 800 -> value_800, -5 -> value_minus_5, `` -> empty,
    `a-b` -> a_b.
    """
    if re.fullmatch(r"-?[0-9]+", text):
        return "value_" + text.replace("-", "minus_")
    return snake_case(text) if text else "empty"


class Scope:
    """Hands out names that differ within one C++ scope.

    A name that only one candidate asks for is kept whatever the others do, so a new member never
    renames an old one unless both want the very same name; then the first in the document keeps it
    and later ones get `_2`, `_3`, …
    A name that the document gives is kept before all others.
    """

    def __init__(self, reserved: Iterable[str] = (), also: Iterable[str] = ("",)):
        """`reserved` names are never handed out. `also`: prefixes whose names are taken together
        with the plain one.
        """
        self._taken = set(reserved)
        self._also = tuple(also)
        self._numbers: dict[str, int] = {}  # name -> the number to go on with

    def names(self, candidates: Iterable[str]) -> list[Safe]:
        """One name for each candidate, in their order. Raises NameTaken for one that is given and
        that nothing can have.
        """
        listed = list(candidates)
        given = [name for name in listed if isinstance(name, Given)]
        for name in given:
            self._give(name)
        return self._others(listed, set(given))

    def _give(self, name: Given) -> None:
        if self._is_taken(name):
            raise NameTaken(name)
        self._take(name)

    def _others(self, candidates: list[str], given: set[Given]) -> list[Safe]:
        wanted = [
            (
                f"{name}_"
                if not isinstance(name, Given) and name not in given and self._is_taken(name)
                else name
            )
            for name in candidates
        ]
        natural = set(wanted)
        result = []
        for name in wanted:
            if isinstance(name, Given):
                result.append(Safe(name))
                continue
            chosen, number = name, self._numbers.get(name, 2)
            while self._is_taken(chosen) or (chosen != name and chosen in natural):
                chosen, number = f"{name.rstrip('_')}_{number}", number + 1
            self._numbers[name] = number
            self._take(chosen)
            result.append(Safe(chosen))
        return result

    def _is_taken(self, name: str) -> bool:
        return any(prefix + name in self._taken for prefix in self._also)

    def _take(self, name: str) -> None:
        self._taken.update(prefix + name for prefix in self._also)


def why_no_name(text: str) -> tuple[str, str]:
    """Why a document cannot give a name, said behind it, and a hint; '' for one that it can."""
    if not _GIVEN.fullmatch(text) or len(text) > LONGEST:
        hint = f"use at most {LONGEST} letters, digits and single `_`, a letter first"
        return "cannot be a name in C++", hint
    if text in RESERVED:
        return "cannot be a name: C++, or a header of a platform, has it", f"`{text}_` can"
    return "", ""


def is_plain(text: str) -> bool:
    """It may name a value as it stands: lower-case letters, digits and `_`."""
    return re.fullmatch("[a-z][a-z0-9_]*", text) is not None


def is_type(text: str) -> bool:
    """It may name a type, as `my::uuid` does."""
    return _TYPE.fullmatch(text) is not None


def is_header(text: str) -> bool:
    """It may stand behind #include."""
    return _HEADER.fullmatch(text) is not None


def type_names(scope: Scope, called: Mapping[str, str]) -> dict[str, Safe]:
    """The identifiers of types by their names. called: what each is called in the document. A name
    that can stay does so, whatever others are made into."""
    wanted = {
        name: text if isinstance(text, Given) else within(type_name(text))
        for name, text in called.items()
    }
    ordered = sorted(wanted, key=lambda name: wanted[name] != name)
    return dict(zip(ordered, scope.names([wanted[name] for name in ordered])))
