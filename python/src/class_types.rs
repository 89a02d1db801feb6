//! Creates the classes from the core's rows: `sortid.Id`, and its subclasses.

use std::ffi::{CStr, CString, c_int, c_void};
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use sortid::Format;

use crate::class::class_name;
use crate::id::{self, MEMBERS, UUID_MEMBERS};
use crate::methods;
use crate::object::{IdObject, any_class, class_of, dealloc, set_bases, set_class};
use crate::uuids::is_uuid;

/// Adds the classes to the module. A second import adds the same ones.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    static BASE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = module.py();
    module.add(
        "Id",
        BASE.get_or_try_init(py, || make(py).map(Bound::unbind))?,
    )?;
    // SAFETY: classes that are never freed.
    let class = |class: *mut ffi::PyTypeObject| unsafe { Borrowed::from_ptr(py, class.cast()) };
    module.add("AnyId", class(any_class()))?;
    for &format in Format::ALL.iter().filter(|format| format.is_known()) {
        module.add(&*class_name(format), class(class_of(format)))?;
    }
    Ok(())
}

/// Creates all classes. Returns `sortid.Id`.
fn make(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let slot = |slot, pfunc| ffi::PyType_Slot { slot, pfunc };
    let doc = |doc: &CStr| slot(ffi::Py_tp_doc, doc.as_ptr().cast_mut().cast());
    let slots = vec![
        doc(c"Id(value)\n--\n\nBase class of all ids: immutable values with a format."),
        slot(ffi::Py_tp_new, id::new as *mut c_void),
        slot(ffi::Py_tp_str, id::str as *mut c_void),
        slot(ffi::Py_tp_repr, id::repr as *mut c_void),
        slot(ffi::Py_tp_hash, id::hash as *mut c_void),
        slot(ffi::Py_tp_richcompare, id::richcompare as *mut c_void),
        slot(ffi::Py_tp_setattro, id::setattr as *mut c_void),
        slot(ffi::Py_nb_int, id::int as *mut c_void),
        slot(ffi::Py_tp_getset, leaked(MEMBERS.to_vec())),
        slot(ffi::Py_tp_methods, leaked(methods::table()?)),
    ];
    let base = make_one(
        py,
        c"sortid.Id".to_owned(),
        ffi::Py_TPFLAGS_BASETYPE,
        slots,
        None,
    )?;
    let slots = vec![
        doc(c"AnyId(value, format)\n--\n\nAn id of a format that is known at run time."),
        slot(ffi::Py_tp_methods, leaked(methods::table_of_any()?)),
    ];
    let any = make_one(py, c"sortid.AnyId".to_owned(), 0, slots, Some(&base))?;
    // The reference is leaked here and below, so that the classes are never freed.
    let any = any.into_ptr().cast();
    set_bases(base.as_ptr().cast(), any);
    for &format in Format::ALL {
        if !format.is_known() {
            set_class(format, any);
            continue;
        }
        let name = class_name(format);
        let text = format!(
            "{name}(value)\n--\n\nAn id of the format {format}: {}.",
            format.summary()
        );
        // Leaked: the class refers to it.
        let mut slots = vec![doc(Box::leak(CString::new(text)?.into_boxed_c_str()))];
        if is_uuid(format) {
            slots.push(slot(ffi::Py_tp_getset, leaked(UUID_MEMBERS.to_vec())));
        }
        let name = CString::new(format!("sortid.{name}"))?;
        let class = make_one(py, name, 0, slots, Some(&base))?;
        set_class(format, class.into_ptr().cast());
    }
    Ok(base)
}

fn make_one<'py>(
    py: Python<'py>,
    name: CString,
    flags: std::ffi::c_ulong,
    mut slots: Vec<ffi::PyType_Slot>,
    base: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let slot = |slot, pfunc| ffi::PyType_Slot { slot, pfunc };
    slots.push(slot(ffi::Py_tp_dealloc, dealloc as *mut c_void));
    slots.push(slot(0, ptr::null_mut()));
    let mut spec = ffi::PyType_Spec {
        // Leaked: the class refers to it.
        name: name.into_raw(),
        basicsize: size_of::<IdObject>() as c_int,
        itemsize: 0,
        flags: (ffi::Py_TPFLAGS_DEFAULT | flags) as _,
        slots: slots.as_mut_ptr(),
    };
    // CPython also accepts a class; PyPy requires a tuple.
    let bases = base.map(|base| PyTuple::new(py, [base])).transpose()?;
    let bases = bases
        .as_ref()
        .map_or(ptr::null_mut(), |bases| bases.as_ptr());
    // SAFETY: the slots end in zero, and functions and tables have the types of their slots;
    // `bases` is null or a tuple of one class with instances of the same size. Returns a new
    // reference, or null with an exception set.
    unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpecWithBases(&mut spec, bases)) }
}

/// Leaks a table, because its class refers to it.
fn leaked<T>(table: Vec<T>) -> *mut c_void {
    Box::leak(table.into_boxed_slice()).as_mut_ptr().cast()
}
